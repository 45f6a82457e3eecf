import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type AuditQuery, readAudit } from '../../../src/audit/read/read-audit.ts';

export type WriterOptions = {
  readonly file: string;
  readonly writer: string;
  readonly lines: number;
  readonly maxBytes?: number;
  readonly keep?: number;
  readonly settleMs?: number;
  readonly required?: boolean;
  readonly padding?: number;
  readonly lingerMs?: number;
};

const SCRIPT = fileURLToPath(new URL('write-lines.mjs', import.meta.url));
const BUILT = fileURLToPath(new URL('../../../dist/audit/write/audit-log.js', import.meta.url));

export function startWriter(options: WriterOptions): ChildProcess {
  if (!existsSync(BUILT)) throw new Error('the writers run the built code; run `npm run build` first');
  const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
  return spawn(process.execPath, [SCRIPT, JSON.stringify(options)], { stdio: ['ignore', 'pipe', 'inherit'], env });
}

/** Its exit code, and what it said at its end. */
export async function finish(writer: ChildProcess): Promise<{ code: number | null; said: string }> {
  let said = '';
  writer.stdout?.on('data', (text: Buffer) => (said += text.toString()));
  const code = await new Promise<number | null>((done) => writer.on('close', done));
  return { code, said };
}

export async function firstWord(writer: ChildProcess): Promise<void> {
  await new Promise((done) => writer.stdout?.once('data', done));
}

/** Every line, by the id of its call, and how many were unreadable. */
export async function idsIn(query: AuditQuery): Promise<{ ids: string[]; unreadable: number }> {
  let unreadable = 0;
  const ids: string[] = [];
  const onUnreadable = () => unreadable++;
  for await (const { entry } of readAudit({ ...query, onUnreadable })) ids.push(entry.tool_use_id ?? '?');
  return { ids, unreadable };
}
