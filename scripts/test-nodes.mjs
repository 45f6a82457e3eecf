// npm run test:nodes: brings other versions of Node from npm into test/nodes, and tries the packaged program on each.
import { spawnSync } from 'node:child_process';
import { installIn, prepare, root } from './prepare.mjs';

/** They could not be had, which says nothing about caliban. */
const UNAVAILABLE = 69;

if (process.platform !== 'linux' || process.arch !== 'x64') {
  process.stderr.write('the packages hold Node for Linux on x64 only, so nothing was tried on other versions\n');
  process.exit(UNAVAILABLE);
}
await prepare();
if (!installIn('test/nodes')) {
  process.stderr.write('other versions of Node could not be installed, so nothing was tried on them\n');
  process.exit(UNAVAILABLE);
}
const { status } = spawnSync(
  'npx',
  ['--no-install', 'vitest', 'run', '--config', 'test/nodes/vitest.config.ts', ...process.argv.slice(2)],
  { cwd: root, stdio: 'inherit' },
);
process.exit(status ?? 1);
