import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parsePattern } from '@caliban/gate';
import { expect, test } from 'vitest';
import { line, temporaryDirectory } from '../../../storage/test/audit/helpers/entries.ts';
import { countHits } from '../../src/session-services/rule-hits.ts';

test.each([
  ['Bash:git *', 2],
  ['Bash:curl -u keeper:s3cr3t-Lamp-0il *', 2], // The log does not hold the password.
  ['Bash:make *', 0],
])('`%s` decided %d calls', async (pattern, hits) => {
  const parsed = parsePattern(pattern);
  if (!parsed.ok) throw new Error(parsed.error.message);
  const file = join(temporaryDirectory(), 'log.jsonl');
  const named = { pattern: hits === 0 ? 'Bash:git *' : pattern, action: 'allow', layer: 'project' } as const;
  const rule = { ...named, file: undefined, line: undefined, comment: undefined };
  writeFileSync(file, `${line({ rule }).trimEnd()}\n`.repeat(2));
  const hitsOf = await countHits(file);
  expect(hitsOf({ pattern: parsed.value, action: 'allow', source: { layer: 'project' } })).toBe(hits);
});
