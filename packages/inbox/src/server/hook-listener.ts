import { createServer, type Server, type Socket } from 'node:net';
import { isSame } from './app.ts';
import { type HookAnswer, type HookRequest, hookRequestOf, readHookFields } from './hook-request.ts';

export type HookListenerParts = {
  readonly token: string;
  readonly replyToken: string;
  readonly answerHook: (request: HookRequest) => Promise<HookAnswer | null>;
  readonly begin: () => () => void;
};

/** Many times the size of a normal request; longer ones are judged by a hook process. */
const MAX_REQUEST_BYTES = 256 * 1024;
const MAX_REQUEST_MS = 5_000;

/**
 * Serves the bash client (`hook-client.ts`): one request and one answer per connection. The answer is a line with the reply token
 * and the exit code, then the text for standard output and for standard error, each ended by a NUL. On any error the connection
 * closes without an answer, and the client starts the hook itself.
 */
export function createHookListener({ token, replyToken, answerHook, begin }: HookListenerParts): Server {
  return createServer((socket) => {
    const end = begin();
    const patience = setTimeout(() => socket.destroy(), MAX_REQUEST_MS);
    socket.on('error', () => {});
    socket.on('close', () => {
      clearTimeout(patience);
      end();
    });
    collect(socket, async (fields) => {
      const request = hookRequestOf(fields);
      if (!request.ok || !isSame(request.value.token, token)) return socket.destroy();
      const answer = await answerHook(request.value);
      if (answer === null || answer.stdout.includes('\0') || answer.stderr.includes('\0')) return socket.destroy();
      socket.end(`${replyToken} ${answer.exitCode}\n${answer.stdout}\0${answer.stderr}\0`);
      return undefined;
    });
  });
}

function collect(socket: Socket, use: (fields: readonly string[]) => Promise<unknown>): void {
  const chunks: Buffer[] = [];
  let length = 0;
  socket.on('data', (chunk) => {
    chunks.push(chunk);
    length += chunk.length;
    if (length > MAX_REQUEST_BYTES) return socket.destroy();
    if (chunk.at(-1) !== 0) return undefined;
    try {
      const fields = readHookFields(Buffer.concat(chunks));
      if (fields === null) return undefined;
      socket.removeAllListeners('data');
      use(fields).catch(() => socket.destroy());
    } catch {
      socket.destroy();
    }
    return undefined;
  });
}
