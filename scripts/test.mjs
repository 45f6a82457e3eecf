// npm test: installs, builds, type-checks, lints and runs all tests.
import { spawnSync } from 'node:child_process';
import { installDebianPackages } from './debian-packages.mjs';
import { prepare, root, run } from './prepare.mjs';

prepare();
installDebianPackages();
run('npx', ['--no-install', 'tsc', '-p', 'tsconfig.tests.json']);
run('npx', ['--no-install', 'biome', 'check', '.']);
const { status } = spawnSync('npx', ['--no-install', 'vitest', 'run', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
});
process.exit(status ?? 1);
