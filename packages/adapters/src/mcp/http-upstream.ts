import { errorText } from '@caliban/gate/internal/text/error-text';
import { type JSONRPCMessage, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { fieldOf } from '../hosts/protocol/payload.ts';
import { isModern } from './wire/revisions.ts';

export type HttpUpstreamParts = {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly receive: (line: Buffer) => void;
  /** A request, by its id as JSON, that will have no answer. */
  readonly failed: (id: string, because: string) => void;
  readonly warn: (message: string) => void;
};

/** A server that is reached over Streamable HTTP. */
export class HttpUpstream {
  readonly #parts: HttpUpstreamParts;
  readonly #transport: StreamableHTTPClientTransport;
  /** From 2026-07-28 on a request is cancelled by hanging up. */
  readonly #requests = new Map<string, AbortController>();
  #handshake: string | null = null;

  constructor(parts: HttpUpstreamParts) {
    this.#parts = parts;
    this.#transport = new StreamableHTTPClientTransport(parts.url, { requestInit: { headers: { ...parts.headers } } });
    this.#transport.onmessage = (message) => this.#receive(message);
    // What fails for a request is said to it.
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
      // It ends without being told, too.
    }
    await this.#transport.close();
  }

  async #post(message: unknown): Promise<void> {
    const method = fieldOf(message, 'method');
    if (method === 'notifications/cancelled' && this.#hangUp(fieldOf(fieldOf(message, 'params'), 'requestId'))) return;
    const id = method === undefined ? undefined : JSON.stringify(fieldOf(message, 'id'));
    if (id !== undefined && method === 'initialize') this.#handshake = id;
    const hangUp = new AbortController();
    if (id !== undefined && isModern(fieldOf(message, 'params'))) this.#requests.set(id, hangUp);
    try {
      await this.#transport.send(message as JSONRPCMessage, {
        requestSignal: hangUp.signal,
        onRequestStreamEnd: () => this.#fail(id, 'the server ended its answer without one'),
      });
    } catch (error) {
      if (!hangUp.signal.aborted) this.#fail(id, `the server cannot be reached: ${errorText(error).trim()}`);
    }
  }

  #hangUp(requestId: unknown): boolean {
    const id = JSON.stringify(requestId) as string | undefined;
    const request = id === undefined ? undefined : this.#requests.get(id);
    request?.abort();
    if (id !== undefined) this.#requests.delete(id);
    return request !== undefined;
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
