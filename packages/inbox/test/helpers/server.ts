import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type ServerFiles, serverFiles } from '../../src/server/server-files.ts';
import { type RunningServer, type ServerOptions, startServer } from '../../src/server/start-server.ts';
import { MemoryFactStore } from '../../src/store/memory-fact-store.ts';

export type TestServer = RunningServer & { readonly files: ServerFiles; readonly warnings: readonly string[] };

export async function runningServer(options: Partial<ServerOptions> = {}): Promise<TestServer> {
  const directory = mkdtempSync(join(tmpdir(), 'caliban-serve-'));
  const files = serverFiles(directory);
  const warnings: string[] = [];
  const server = await startServer({
    files,
    store: new MemoryFactStore(),
    version: '1.2.3',
    warn: (message) => void warnings.push(message),
    ...options,
  });
  onTestFinished(async () => {
    server.stop();
    await server.ended;
    rmSync(directory, { recursive: true, force: true });
  });
  return { ...server, files, warnings };
}

export type RawReply = {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
};

/** A request as anybody might send it. */
export function rawRequest(
  place: { readonly port: number } | { readonly socketPath: string },
  {
    method = 'GET',
    path = '/',
    headers = {},
    body,
  }: { method?: string; path?: string; headers?: Record<string, string>; body?: string },
): Promise<RawReply> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', ...place, method, path, headers, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
