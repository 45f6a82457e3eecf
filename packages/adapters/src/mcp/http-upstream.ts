import { type JSONRPCMessage, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { fieldOf } from '../hosts/protocol/payload.ts';
import { httpProblem } from './http-problem.ts';
import { isModern } from './wire/revisions.ts';

export type HttpUpstreamParts = {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly receive: (line: Buffer) => void;
  /** Called with the id, as JSON, of a request that will get no answer. */
  readonly failed: (id: string, because: string) => void;
  readonly warn: (message: string) => void;
};

/** A request that is being sent or waits for its answer. */
type OpenRequest = {
  readonly body: string;
  readonly hangUp: AbortController;
  /** From revision 2026-07-28 on a request is cancelled by closing its connection. */
  readonly isModern: boolean;
  /** The answer is a stream that may take any time. */
  isStreamed: boolean;
};

/** An MCP server over Streamable HTTP. */
export class HttpUpstream {
  readonly #parts: HttpUpstreamParts;
  readonly #transport: StreamableHTTPClientTransport;
  readonly #requests = new Map<string, OpenRequest>();
  #handshake: string | null = null;

  constructor(parts: HttpUpstreamParts) {
    this.#parts = parts;
    this.#transport = new StreamableHTTPClientTransport(parts.url, {
      requestInit: { headers: { ...parts.headers } },
      fetch: (url, init) => this.#fetch(url, init),
    });
    this.#transport.onmessage = (message) => this.#receive(message);
    // Errors of a request are reported as its answer.
    this.#transport.onerror = () => {};
  }

  async start(): Promise<void> {
    await this.#transport.start();
  }

  send(line: string | Buffer): void {
    const value = JSON.parse(line.toString('utf8')) as unknown;
    for (const message of Array.isArray(value) ? (value as readonly unknown[]) : [value]) void this.#post(message);
  }

  async close(): Promise<void> {
    try {
      await this.#transport.terminateSession();
    } catch {
      // The session ends without this, too.
    }
    await this.#transport.close();
  }

  async #post(message: unknown): Promise<void> {
    const method = fieldOf(message, 'method');
    if (method === 'notifications/cancelled' && this.#hangUp(fieldOf(fieldOf(message, 'params'), 'requestId'))) return;
    const id = method === undefined ? undefined : JSON.stringify(fieldOf(message, 'id'));
    if (id !== undefined && method === 'initialize') this.#handshake = id;
    const hangUp = new AbortController();
    const request: OpenRequest = {
      body: JSON.stringify(message),
      hangUp,
      isModern: isModern(fieldOf(message, 'params')),
      isStreamed: false,
    };
    if (id !== undefined) this.#requests.set(id, request);
    try {
      await this.#transport.send(message as JSONRPCMessage, {
        requestSignal: hangUp.signal,
        onRequestStreamEnd: () => this.#fail(id, 'the server ended its answer without one'),
      });
      const isOpen = id !== undefined && this.#requests.get(id) === request;
      if (isOpen && !request.isStreamed) this.#fail(id, 'the server took the request and sent no answer to it');
    } catch (error) {
      if (!hangUp.signal.aborted) this.#fail(id, httpProblem(error));
    }
  }

  /** The transport can't distinguish an open stream from a reply without an answer, such as HTTP 202. */
  async #fetch(url: string | URL, init?: RequestInit): Promise<Response> {
    const response = await fetch(url, init);
    const isStream = response.headers.get('content-type')?.includes('text/event-stream') === true;
    const request = isStream ? [...this.#requests.values()].find(({ body }) => body === init?.body) : undefined;
    if (request !== undefined) request.isStreamed = true;
    return response;
  }

  #hangUp(requestId: unknown): boolean {
    const id = JSON.stringify(requestId) as string | undefined;
    const request = id === undefined ? undefined : this.#requests.get(id);
    if (id === undefined || request?.isModern !== true) return false;
    request.hangUp.abort();
    this.#requests.delete(id);
    return true;
  }

  #receive(message: JSONRPCMessage): void {
    const id = 'method' in message ? undefined : JSON.stringify(message.id);
    if (id !== undefined) {
      this.#requests.delete(id);
      const revision = id === this.#handshake ? fieldOf(fieldOf(message, 'result'), 'protocolVersion') : undefined;
      if (typeof revision === 'string') this.#transport.setProtocolVersion(revision);
    }
    this.#parts.receive(Buffer.from(JSON.stringify(message)));
  }

  #fail(id: string | undefined, because: string): void {
    if (id === undefined) this.#parts.warn(because);
    else {
      this.#requests.delete(id);
      this.#parts.failed(id, because);
    }
  }
}
