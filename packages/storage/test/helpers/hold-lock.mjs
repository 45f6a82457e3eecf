// node hold-lock.mjs <path> native|link hold|count|die <count>: works under a lock.
import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { withLock } from '../../dist/files/file-lock.js';
import { tryLinkLock } from '../../dist/files/link-lock.js';

const [path, lock, task, count = '1'] = process.argv.slice(2);
const options = { deadlineMs: 60_000, ...(lock === 'link' ? { tryLock: tryLinkLock } : {}) };

for (let number = 0; number < Number(count); number++) {
  await withLock(
    path,
    async () => {
      if (task === 'hold') {
        process.stdout.write('held\n');
        await sleep(600_000);
      }
      const before = Number(readFileSync(path, 'utf8'));
      await sleep(1);
      if (task === 'die' && number === Number(count) - 1) process.kill(process.pid, 'SIGKILL');
      writeFileSync(path, String(before + 1));
    },
    options,
  );
}
