// One writer of the busy log: `log-writer.mjs FILE NAME [JUMP]`. Records, tells the id, goes on until it is killed. JUMP is by how
// many milliseconds its clock is wrong.
import { writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { entryOf } from '../../bench/audit/entries.mjs';
import { importBuilt } from '../shared/built.mjs';

const [file, name, jump = '0'] = process.argv.slice(2);
const { openAuditLog } = await importBuilt('storage', 'audit/write/audit-log');
const warn = (message) => console.error(`${name}: ${message}`);
const { record, close } = openAuditLog({
  file,
  maxBytes: 100_000,
  settleMs: 600,
  required: true,
  version: 'soak',
  now: () => Date.now() + Number(jump),
  warn,
});

process.on('SIGTERM', () => {
  close();
  process.exit(0);
});
// An orphan must not write for ever.
const endsAt = performance.now() + 20_000;
for (let number = 1; performance.now() < endsAt; number++) {
  const id = `${name}-${number}`;
  record({ ...entryOf(number, { ts: new Date().toISOString() }), tool_use_id: id });
  writeSync(1, `${id}\n`);
  if (number % 20 === 0) await sleep(40);
}
close();
