import { installIn } from '../../scripts/prepare.mjs';

/** Peers are no dependency of ours: they are fetched when a bench first wants them. Without a registry they are skipped. */
export function installPeers() {
  if (!installIn('bench/peers', ['--ignore-scripts']))
    console.error('the peers did not install; measuring without them');
}
