import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Peers are no dependency of ours: they are fetched when a bench first wants them. Without a registry they are skipped. */
export function installPeers() {
  const directory = fileURLToPath(new URL('../peers', import.meta.url));
  if (existsSync(`${directory}/node_modules`)) return;
  console.error('installing the peers into bench/peers …');
  const { status } = spawnSync('npm', ['ci', '--prefer-offline', '--ignore-scripts', '--no-workspaces'], {
    cwd: directory,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) console.error('the peers did not install; measuring without them');
}
