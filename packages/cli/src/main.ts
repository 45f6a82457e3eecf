#!/usr/bin/env node
import { once } from 'node:events';
import { homedir } from 'node:os';
import { run } from './run.ts';

// Whoever reads our output may have seen enough: `caliban perms audit | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

process.exitCode = await run(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  drained: async () => {
    if (process.stdout.writableNeedDrain) await once(process.stdout, 'drain');
  },
  readInput: async () => {
    const chunks: Buffer[] = [];
    for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks).toString('utf8');
  },
  interrupted: () => {
    const controller = new AbortController();
    process.once('SIGINT', () => controller.abort());
    return controller.signal;
  },
  cwd: process.cwd(),
  env: process.env,
  home: homedir(),
  colours: process.stdout.isTTY === true && (process.env.NO_COLOR ?? '') === '' && process.env.TERM !== 'dumb',
  ...(process.stdout.isTTY === true ? { columns: process.stdout.columns } : {}),
});
