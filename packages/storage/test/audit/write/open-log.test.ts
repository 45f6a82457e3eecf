import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openLog } from '../../../src/audit/write/open-log.ts';
import { temporaryDirectory } from '../helpers/entries.ts';

test.each([
  ['', false],
  ['{"a":1}\n', false],
  ['{"a":1}\n{"b":', true],
])('%j ends torn: %s', (text, expected) => {
  const file = join(temporaryDirectory(), 'log.jsonl');
  writeFileSync(file, text);
  expect(endsTorn(file)).toBe(expected);
});

// A single write that takes long, as a short one does when its process has to wait for its core in the middle of it.
test.runIf(process.platform === 'linux')('a line that is still being written is not torn', async () => {
  const file = join(temporaryDirectory(), 'log.jsonl');
  const script = `const line = Buffer.alloc(64 * 1024 * 1024, 'x'); line[line.length - 1] = 10;
    const fs = require('node:fs'); fs.writeSync(fs.openSync(process.argv[1], 'a'), line);`;
  const writer = spawn(process.execPath, ['-e', script, file]);
  const ended = once(writer, 'exit');
  while ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0) await setImmediate();
  expect(endsTorn(file)).toBe(false);
  await ended;
});

function endsTorn(file: string): boolean {
  const { descriptor, endsTorn } = openLog(file);
  closeSync(descriptor);
  return endsTorn;
}
