// Takes the lock of a file, says so, and stalls. Ends by itself after a minute.
import { setTimeout as sleep } from 'node:timers/promises';
import { importBuilt } from '../shared/built.mjs';

const { withLock } = await importBuilt('storage', 'files/file-lock');
await withLock(process.argv[2], async () => {
  process.stdout.write('held\n');
  await sleep(60_000);
});
