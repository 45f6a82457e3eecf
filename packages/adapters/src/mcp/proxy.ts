import { isRecord } from '@caliban/calls/types';
import { fieldOf } from '../hosts/protocol/payload.ts';
import { AskedByRequest } from './ask/asked-by-request.ts';
import { type AllowedCall, GatedCalls, type GatedCallsParts } from './gated-calls.ts';
import { ToolHints } from './tool-hints.ts';
import {
  type BadMessage,
  type ClientMessage,
  type IdText,
  INTERNAL_ERROR,
  INVALID_REQUEST,
} from './wire/client-message.ts';
import type { MessageLine } from './wire/message-lines.ts';
import { readClientLine } from './wire/read-client-line.ts';
import { errorReply } from './wire/replies.ts';
import { offersForms } from './wire/revisions.ts';

export type McpProxyParts = Pick<GatedCallsParts, 'gate' | 'askHandler' | 'server' | 'context' | 'sessionId'> & {
  /** Lines without their line ends. */
  readonly toClient: (line: string | Buffer) => void;
  readonly toServer: (line: string | Buffer) => void;
  readonly warn: (message: string) => void;
};

/** A request of the client that the server hasn't answered. */
type InFlight = { readonly method: string; readonly allowed?: AllowedCall };

/** Between a client and its server: `tools/call` goes through the gate, everything else passes unchanged. */
export class McpProxy {
  readonly #parts: McpProxyParts;
  readonly #hints = new ToolHints();
  readonly #inFlight = new Map<IdText, InFlight>();
  readonly #asked: AskedByRequest;
  readonly #calls: GatedCalls;

  constructor(parts: McpProxyParts) {
    this.#parts = parts;
    this.#asked = new AskedByRequest(parts.toClient);
    this.#calls = new GatedCalls(
      { ...parts, hints: this.#hints, forward: (allowed) => this.#forward(allowed) },
      this.#asked,
    );
  }

  fromClient(line: MessageLine): void {
    if (line.kind === 'too-long') this.#reject({ id: null, code: INVALID_REQUEST, problem: 'it is too long' });
    else this.#fromClient(line.bytes);
  }

  #fromClient(bytes: Buffer): void {
    const messages = readClientLine(bytes);
    // A batch without anything for us stays a batch.
    const passes = messages.map((message) => this.#handle(message));
    if (passes.every((pass) => pass)) {
      this.#parts.toServer(bytes);
      return;
    }
    for (const [index, message] of messages.entries()) {
      if (passes[index] === true && message.kind !== 'bad') this.#parts.toServer(message.text);
    }
  }

  /** Passed on unchanged in any case; we only look. */
  fromServer(bytes: Buffer): void {
    const value = parsed(bytes);
    for (const message of Array.isArray(value) ? (value as readonly unknown[]) : [value]) this.#learn(message);
    this.#parts.toClient(bytes);
  }

  /** Resolves once the calls in progress are decided; those that would have to be asked about are refused. */
  async clientGone(): Promise<void> {
    await this.#calls.close('the client is gone');
  }

  /** Answers every open request with an error, so that the client doesn't wait forever. */
  async serverGone(because: string): Promise<void> {
    await this.#calls.close(because);
    for (const id of [...this.#inFlight.keys()]) this.failed(id, because);
  }

  /** One request that will get no answer. */
  failed(id: IdText, because: string): void {
    if (this.#inFlight.delete(id)) this.#parts.toClient(errorReply(id, INTERNAL_ERROR, because));
  }

  /** True if the message is to be passed on to the server. */
  #handle(message: ClientMessage): boolean {
    switch (message.kind) {
      case 'tool-call':
        if (this.#inFlight.has(message.id) || this.#calls.has(message.id)) {
          // With this id, the error would answer the other request.
          this.#reject({ id: null, code: INVALID_REQUEST, problem: `the id ${message.id} is in use` });
        } else this.#calls.add(message);
        return false;
      case 'request':
        if (message.method === 'initialize') {
          this.#calls.clientOffersForms = offersForms(fieldOf(message.params, 'capabilities'));
        }
        this.#inFlight.set(message.id, { method: message.method });
        return true;
      case 'notification':
        return message.method !== 'notifications/cancelled' || !this.#cancel(message.params);
      case 'response':
        return !this.#asked.take(message.id, message.error === undefined ? message.result : undefined);
      case 'bad':
        this.#reject(message);
        return false;
    }
  }

  #cancel(params: unknown): boolean {
    const id = fieldOf(params, 'requestId');
    return (typeof id === 'string' || typeof id === 'number') && this.#calls.cancel(JSON.stringify(id));
  }

  #forward(allowed: AllowedCall): void {
    this.#inFlight.set(allowed.call.id, { method: 'tools/call', allowed });
    this.#parts.toServer(allowed.call.text);
  }

  #reject({ id, code, problem }: Omit<BadMessage, 'kind'>): void {
    const message = `the message was not passed on: ${problem}`;
    this.#parts.warn(message);
    this.#parts.toClient(errorReply(id, code, message));
  }

  #learn(message: unknown): void {
    if (!isRecord(message)) return;
    if (message.method === 'notifications/tools/list_changed') this.#hints.forget();
    if (message.method !== undefined) return;
    const id = JSON.stringify(message.id) as string | undefined;
    const request = id === undefined ? undefined : this.#inFlight.get(id);
    if (id === undefined || request === undefined) return;
    this.#inFlight.delete(id);
    if (request.method === 'tools/list') this.#hints.learn(message.result);
    if (request.allowed !== undefined) this.#calls.answered(request.allowed, message.result);
  }
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
}
