// One of the eight writers: prepares, waits for a line on stdin, writes, ends.
import { once } from 'node:events';
import { mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { entryOf } from './entries.mjs';
import { importStorage } from './storage.mjs';

const { log: file, how, maxBytes, linesEach, number } = JSON.parse(process.argv[2]);
const write = how === 'raw' ? await rawWriter() : await recorder();
process.stdout.write('ready\n');
await once(process.stdin, 'data');
for (let line = 0; line < linesEach; line++) write(line);
process.exit(0);

async function rawWriter() {
  const { auditLine } = await importStorage('line/audit-line');
  const [before, after] = auditLine({ ...entryOf(1), tool_use_id: 'ID' }, '0.1.0').split('ID');
  mkdirSync(dirname(file), { recursive: true });
  const descriptor = openSync(file, 'a', 0o600);
  return (line) => writeSync(descriptor, `${before}${number}-${line}${after}`);
}

async function recorder() {
  const { openAuditLog } = await importStorage('write/audit-log');
  const log = openAuditLog({ file, maxBytes, required: true, version: '0.1.0', warn: console.error });
  return (line) => log.record({ ...entryOf(line), tool_use_id: `${number}-${line}` });
}
