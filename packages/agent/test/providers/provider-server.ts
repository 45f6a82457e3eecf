import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Protocol, WireReply } from './wire-reply.ts';

export type Turn =
  | { readonly kind: 'reply'; readonly reply: WireReply; readonly fault?: StreamFault }
  | {
      readonly kind: 'refusal';
      readonly status: number;
      readonly message: string;
      readonly headers?: Readonly<Record<string, string>>;
    };

/** What goes wrong once this many frames are sent. */
export type StreamFault = {
  readonly after: number;
  readonly kind: 'drop' | 'end-early' | 'garbage' | 'error-frame' | 'hang';
};

export type ReceivedRequest = {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  // biome-ignore lint/suspicious/noExplicitAny: tests look deep into what a client sent
  readonly body: any;
};

/** Speaks one provider's protocol on the loopback address; every request takes the next of its turns. */
export class ProviderServer {
  readonly requests: ReceivedRequest[] = [];
  readonly #protocol: Protocol;
  readonly #http: Server;
  readonly #turns: Turn[] = [];
  readonly #pieceBytes: number;
  #hangs: Promise<unknown>[] = [];
  #hanging: () => void = () => {};
  /** Resolves when a turn with the fault `hang` has gone quiet. */
  readonly hanging: Promise<void> = new Promise((resolve) => {
    this.#hanging = resolve;
  });

  private constructor(protocol: Protocol, pieceBytes: number) {
    this.#protocol = protocol;
    this.#pieceBytes = pieceBytes;
    this.#http = createServer((request, response) => {
      this.#answer(request, response).catch((error: unknown) => response.destroy(error as Error));
    });
  }

  /** `pieceBytes`: how the stream is cut on its way, wherever characters and frames end. */
  static async start(protocol: Protocol, { pieceBytes = 4096 } = {}): Promise<ProviderServer> {
    const server = new ProviderServer(protocol, pieceBytes);
    server.#http.listen(0, '127.0.0.1');
    await once(server.#http, 'listening');
    return server;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#http.address() as AddressInfo).port}`;
  }

  /** Ends the connections of hanging turns, as a broken line does. */
  cut(): void {
    this.#http.closeAllConnections();
  }

  /** The client of a hanging turn has closed its side. */
  async clientLeft(): Promise<void> {
    await Promise.all(this.#hangs);
  }

  will(...turns: readonly (Turn | WireReply)[]): this {
    this.#turns.push(...turns.map((turn): Turn => ('parts' in turn ? { kind: 'reply', reply: turn } : turn)));
    return this;
  }

  async close(): Promise<void> {
    this.#http.closeAllConnections();
    this.#http.close();
    await once(this.#http, 'close');
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    const body = JSON.parse(await textOf(request));
    this.requests.push({ path, headers: request.headers, body });
    const turn = this.#turns.shift();
    if (!this.#protocol.path.test(path) || turn === undefined) {
      return refuse(response, 404, this.#protocol.refusal(404, turn === undefined ? 'no turn is left' : `no ${path}`));
    }
    if (turn.kind === 'refusal') {
      return refuse(response, turn.status, this.#protocol.refusal(turn.status, turn.message), turn.headers);
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const frames = this.#protocol.frames(turn.reply);
    const { fault } = turn;
    await this.#send(response, (fault === undefined ? frames : frames.slice(0, fault.after)).join(''));
    if (fault === undefined) response.end();
    else await this.#fail(response, fault);
  }

  async #send(response: ServerResponse, text: string): Promise<void> {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += this.#pieceBytes) {
      await new Promise((sent) => response.write(bytes.subarray(at, at + this.#pieceBytes), sent));
    }
  }

  async #fail(response: ServerResponse, { kind }: StreamFault): Promise<void> {
    switch (kind) {
      case 'drop':
        // Not before the client has the frames: what is destroyed is not sent.
        await new Promise((resolve) => setImmediate(resolve));
        response.socket?.destroy();
        return;
      case 'end-early':
        response.end();
        return;
      case 'garbage':
        response.end('data: {"type":"content_bl\n\n');
        return;
      case 'error-frame':
        response.end(this.#protocol.errorFrame('too much to do'));
        return;
      case 'hang':
        response.flushHeaders();
        this.#hangs.push(once(response, 'close'));
        this.#hanging();
        return;
    }
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString('utf8');
}

function refuse(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}
