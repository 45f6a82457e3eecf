// Opens the log, writes two lines, and says how long each step took, in microseconds.
import { entryOf } from './entries.mjs';
import { importStorage } from './storage.mjs';

const times = {};
let last = process.hrtime.bigint();
const { openAuditLog } = await importStorage('write/audit-log');
took('import');
const log = openAuditLog({ file: process.argv[2], required: true, version: '0.1.0', warn: console.error });
took('open');
log.record(entryOf(1));
took('first line');
log.record(entryOf(2));
took('second line');
log.close();
took('close');
console.log(JSON.stringify(times));

function took(step) {
  const now = process.hrtime.bigint();
  times[step] = Number(now - last) / 1000;
  last = process.hrtime.bigint();
}
