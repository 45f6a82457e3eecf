// Requests of an agent, an approver or an admin to a hub.

import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { type ClientReply, type ClientRequest, type InboxClient, UnreachableError } from '@caliban/inbox';

export type HubAddress = {
  /** `https://…`, or `http://` to this machine. */
  readonly url: string;
  readonly token: string;
  /** PEM of the authority that signed the hub's certificate, if the machine doesn't know it. */
  readonly ca?: string;
};

const DEFAULT_TIMEOUT_MS = 10_000;
const MAX_REPLY_BYTES = 256 * 1024 * 1024;

/** Null: it may be used. A token over plain HTTP could be read on the way. */
export function addressProblem(url: string): string | null {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (parsed === null) return `\`${url}\` is not a url`;
  if (parsed.protocol === 'https:') return null;
  const isHere = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(parsed.hostname);
  if (parsed.protocol === 'http:' && isHere) return null;
  return `\`${url}\` does not begin with https://; only a hub on this machine may be reached without encryption`;
}

/** Can replace a client of the local server. */
export function hubClient({ url, token, ca }: HubAddress): InboxClient {
  return {
    send({ method, path, body, timeoutMs = DEFAULT_TIMEOUT_MS, signal }: ClientRequest): Promise<ClientReply> {
      return new Promise((resolve, reject) => {
        const problem = addressProblem(url);
        if (problem !== null) return reject(new UnreachableError(problem));
        const target = new URL(path, url);
        const text = body === undefined ? undefined : JSON.stringify(body);
        const send = target.protocol === 'https:' ? httpsRequest : httpRequest;
        const sent = send(target, {
          method,
          headers: {
            authorization: `Bearer ${token}`,
            ...(text === undefined
              ? {}
              : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
          },
          ...(ca === undefined ? {} : { ca }),
          ...(signal === undefined ? {} : { signal }),
        });
        const patience = setTimeout(() => sent.destroy(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
        const fail = (error: Error) => {
          clearTimeout(patience);
          reject(signal?.aborted === true ? signal.reason : new UnreachableError(`the hub: ${error.message}`));
        };
        sent.on('error', fail);
        sent.on('response', (response) => {
          const chunks: Buffer[] = [];
          let length = 0;
          response.on('data', (chunk: Buffer) => {
            chunks.push(chunk);
            length += chunk.length;
            if (length > MAX_REPLY_BYTES) sent.destroy(new Error('the answer is too long'));
          });
          response.on('error', fail);
          response.on('aborted', () => fail(new Error('the connection was cut')));
          response.on('end', () => {
            clearTimeout(patience);
            try {
              const reply = JSON.parse(Buffer.concat(chunks).toString('utf8'));
              resolve({ status: response.statusCode ?? 0, body: reply });
            } catch {
              fail(new Error(`it answered ${response.statusCode} with something that is not JSON`));
            }
          });
        });
        sent.end(text);
        return undefined;
      });
    },
  };
}

/** Streams a reply that doesn't end soon. Throws an `UnreachableError` if it isn't a 200 or is cut off. */
export async function* streamFrom({ url, token, ca }: HubAddress, path: string): AsyncGenerator<string> {
  const problem = addressProblem(url);
  if (problem !== null) throw new UnreachableError(problem);
  const target = new URL(path, url);
  const send = target.protocol === 'https:' ? httpsRequest : httpRequest;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = send(target, {
      headers: { authorization: `Bearer ${token}` },
      ...(ca === undefined ? {} : { ca }),
    });
    sent.on('error', (error) => reject(new UnreachableError(`the hub: ${error.message}`)));
    sent.on('response', resolve);
    sent.end();
  });
  response.setEncoding('utf8');
  let text = '';
  try {
    for await (const piece of response) {
      if (response.statusCode === 200) yield piece;
      else text += piece;
    }
  } catch (error) {
    throw new UnreachableError(`the hub: ${(error as Error).message}`);
  }
  if (response.statusCode !== 200)
    throw new UnreachableError(`the hub answered ${response.statusCode}: ${text.slice(0, 500)}`);
  // A server that fails in the middle closes the connection early.
  if (!response.complete) throw new UnreachableError('the hub: the connection was cut');
}
