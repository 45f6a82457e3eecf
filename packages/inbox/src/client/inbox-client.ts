// Requests to a running `caliban serve`. Uses its socket if there is one, because no one else can listen there. A reply without
// the server's own token is ignored.
import { request } from 'node:http';
import { readDescription, type ServerDescription, type ServerFiles } from '../server/server-files.ts';

/** There is no server, or it can't be trusted. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
}

export type ClientReply = { readonly status: number; readonly body: unknown };

export type ClientRequest = {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: unknown;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
};

export type InboxClient = {
  /** Rejects with an `UnreachableError`, or with the signal's reason. */
  readonly send: (request: ClientRequest) => Promise<ClientReply>;
};

const DEFAULT_TIMEOUT_MS = 2_000;
const REPLY_HEADER = 'x-caliban-reply';
const MAX_REPLY_BYTES = 64 * 1024 * 1024;

/** The server description is read for every request, because a restarted server has a new one. */
export function inboxClient(files: ServerFiles): InboxClient {
  return {
    async send(given) {
      const description = readDescription(files);
      if (description === null || !isAlive(description.pid))
        throw new UnreachableError('`caliban serve` is not running');
      return sendTo(description, given);
    },
  };
}

export function sendTo(
  { socket, port, token, replyToken }: ServerDescription,
  { method, path, body, timeoutMs = DEFAULT_TIMEOUT_MS, signal }: ClientRequest,
): Promise<ClientReply> {
  return new Promise((resolve, reject) => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const sent = request({
      ...(socket === null ? { host: '127.0.0.1', port } : { socketPath: socket }),
      method,
      path,
      headers: {
        host: socket === null ? `127.0.0.1:${port}` : 'caliban',
        authorization: `Bearer ${token}`,
        ...(text === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
      },
      agent: false,
      ...(signal === undefined ? {} : { signal }),
    });
    const patience = setTimeout(() => sent.destroy(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
    const fail = (error: Error) => {
      clearTimeout(patience);
      reject(signal?.aborted === true ? signal.reason : new UnreachableError(error.message));
    };
    sent.on('error', fail);
    sent.on('response', (response) => {
      if (response.headers[REPLY_HEADER] !== replyToken) {
        sent.destroy(
          new Error(response.statusCode === 401 ? 'it has been started again' : 'something else answers in its place'),
        );
        return;
      }
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
          resolve({ status: response.statusCode ?? 0, body: JSON.parse(Buffer.concat(chunks).toString('utf8')) });
        } catch {
          fail(new Error('the answer is not JSON'));
        }
      });
    });
    sent.end(text);
  });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
