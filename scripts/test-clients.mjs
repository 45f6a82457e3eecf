// npm run test:clients: brings other agents from npm into test/clients, more than a gigabyte, and runs the tests that drive them.
import { spawnSync } from 'node:child_process';
import { installIn, prepare, root } from './prepare.mjs';

/** They could not be had, which says nothing about caliban. */
const UNAVAILABLE = 69;

await prepare();
if (!installIn('test/clients')) process.exit(UNAVAILABLE);
const { status } = spawnSync(
  'npx',
  ['--no-install', 'vitest', 'run', '--config', 'test/clients/vitest.config.ts', ...process.argv.slice(2)],
  { cwd: root, stdio: 'inherit' },
);
process.exit(status ?? 1);
