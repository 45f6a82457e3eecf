import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Protocol, says, type WireReply } from '../../../packages/agent/test/providers/wire-reply.ts';

export type ModelRequest = {
  readonly method: string;
  readonly path: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look deep into what a client sent
  readonly body: any;
};

/**
 * A model on the loopback address for a client that is not ours. Every request that offers tools takes the next turn, and is told
 * `Done.` when none is left. What a client asks besides (a title, a count, a list of models) gets a word or a 404, so that
 * it cannot take a turn away.
 */
export class ModelServer {
  /** Those that took a turn. */
  readonly requests: ModelRequest[] = [];
  readonly asides: ModelRequest[] = [];
  readonly #protocol: Protocol;
  readonly #turns: WireReply[];
  readonly #http: Server;

  private constructor(protocol: Protocol, turns: readonly WireReply[]) {
    this.#protocol = protocol;
    this.#turns = [...turns];
    this.#http = createServer((request, response) => {
      this.#answer(request, response).catch((error: unknown) => response.destroy(error as Error));
    });
  }

  static async start(protocol: Protocol, turns: readonly WireReply[]): Promise<ModelServer> {
    const server = new ModelServer(protocol, turns);
    server.#http.listen(0, '127.0.0.1');
    await once(server.#http, 'listening');
    return server;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#http.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#http.closeAllConnections();
    this.#http.close();
    await once(this.#http, 'close');
  }

  async #answer(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const request: ModelRequest = {
      method: message.method ?? '',
      path: message.url ?? '',
      body: await bodyOf(message),
    };
    const isGeneration = this.#generates(request.path);
    const offersTools = isGeneration && request.body?.tools?.length > 0;
    (offersTools ? this.requests : this.asides).push(request);
    if (!isGeneration) {
      response.writeHead(404, { 'content-type': 'application/json' });
      response.end(JSON.stringify(this.#protocol.refusal(404, `no ${request.path}`)));
      return;
    }
    const reply = (offersTools ? this.#turns.shift() : undefined) ?? says('Done.');
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(this.#protocol.frames(reply).join(''));
  }

  /** With or without what a client adds to the path (`?beta=true`). */
  #generates(path: string): boolean {
    return this.#protocol.path.test(path) || this.#protocol.path.test(path.replace(/\?.*/, ''));
  }
}

async function bodyOf(message: IncomingMessage): Promise<unknown> {
  const pieces: Buffer[] = [];
  for await (const piece of message) pieces.push(piece as Buffer);
  const text = Buffer.concat(pieces).toString('utf8');
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
