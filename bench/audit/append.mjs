import { appendFileSync, closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { checkLines } from './check-lines.mjs';
import { entryOf } from './entries.mjs';
import { playRounds, timed } from './rounds.mjs';
import { importStorage } from './storage.mjs';

/** What one line costs, by the way it is written, once the file is open. The line is ready for the first three; the others make it. */
export async function measureAppend({ rounds, lines, scratch }) {
  const { LogFile } = await importStorage('write/log-file');
  const { openAuditLog } = await importStorage('write/audit-log');
  const { auditLine } = await importStorage('line/audit-line');
  const file = join(scratch, 'append.jsonl');
  const entries = Array.from({ length: 64 }, (_, number) => entryOf(number));
  const ready = entries.map((entry) => auditLine(entry, '0.1.0'));

  const writing = (open) => () => {
    rmSync(file, { force: true });
    const { write, close } = open();
    write(0);
    const time = timed(() => {
      for (let number = 1; number < lines; number++) write(number & 63);
    });
    close();
    checkLines(file, { lines });
    return time / (lines - 1);
  };
  const onDescriptor = (textOf) => () => {
    const descriptor = openSync(file, 'a', 0o600);
    return { write: (at) => writeSync(descriptor, textOf(at)), close: () => closeSync(descriptor) };
  };

  return playRounds(
    {
      'writeSync of a ready line': writing(onDescriptor((at) => ready[at])),
      'the log file, of a ready line': writing(() => {
        const quiet = { keep: 1, settleMs: 60_000, now: Date.now, onRotated() {}, onTrouble() {} };
        const log = new LogFile({ file, maxBytes: 100 * 1024 * 1024, ...quiet });
        return { write: (at) => log.append(ready[at]), close: () => log.close() };
      }),
      'appendFileSync of a ready line': writing(() => ({ write: (at) => appendFileSync(file, ready[at]), close() {} })),
      'JSON.stringify + writeSync': writing(onDescriptor((at) => `${JSON.stringify(entries[at])}\n`)),
      'record: redacted, hashed, capped': writing(() => {
        const log = openAuditLog({ file, required: true, version: '0.1.0', warn() {} });
        return { write: (at) => log.record(entries[at]), close: () => log.close() };
      }),
    },
    rounds,
  );
}
