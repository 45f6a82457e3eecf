// npm test: installs, builds, type-checks, lints and runs the tests, but for the slow ones (npm run test:slow).
import { spawnSync } from 'node:child_process';
import { installDebianPackages } from './debian-packages.mjs';
import { prepare, root, run } from './prepare.mjs';

await prepare();
installDebianPackages();
run('npx', ['--no-install', 'tsc', '-p', 'tsconfig.tests.json']);
run('npx', ['--no-install', 'biome', 'check', '.']);
const { status } = spawnSync('npx', ['--no-install', 'vitest', 'run', '--project', 'quick', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  env: withoutCertificates(process.env),
});
process.exit(status ?? 1);

/** Every Node process reads a company's certificates before anything else, and the tests start a thousand; only npm needs them. */
function withoutCertificates(env) {
  return { ...env, NODE_EXTRA_CA_CERTS: '', CALIBAN_TEST_CA_CERTS: env.NODE_EXTRA_CA_CERTS ?? '' };
}
