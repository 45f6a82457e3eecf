// npm run test:clients: brings other agents from npm into test/clients, more than a gigabyte, and runs the tests that drive them.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { prepare, root, run } from './prepare.mjs';

prepare();
installClients();
const { status } = spawnSync(
  'npx',
  ['--no-install', 'vitest', 'run', '--config', 'test/clients/vitest.config.ts', ...process.argv.slice(2)],
  { cwd: root, stdio: 'inherit' },
);
process.exit(status ?? 1);

function installClients() {
  const stamp = `${root}test/clients/node_modules/.caliban-installed`;
  const wanted = createHash('sha256')
    .update(readFileSync(`${root}test/clients/package-lock.json`))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  run('npm', ['ci', '--prefix', 'test/clients', '--prefer-offline', '--loglevel', 'error']);
  writeFileSync(stamp, wanted);
}
