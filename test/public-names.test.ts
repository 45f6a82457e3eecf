import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as adapters from '../packages/adapters/src/index.ts';
import * as agent from '../packages/agent/src/index.ts';
import * as calls from '../packages/calls/src/index.ts';
import * as gate from '../packages/gate/src/index.ts';
import * as hub from '../packages/hub/src/index.ts';
import * as inbox from '../packages/inbox/src/index.ts';
import * as storage from '../packages/storage/src/index.ts';
import * as tui from '../packages/tui/src/index.ts';

test.each([
  ['packages/calls/README.md', '| name | what it does |', 1, calls],
  ['packages/gate/README.md', '| name | what it does |', 1, gate],
  ['docs/embedding.md', '| for | names |', 2, gate],
  ['packages/storage/README.md', '| for | names |', 2, storage],
  ['packages/inbox/README.md', '| for | names |', 2, inbox],
  ['packages/hub/README.md', '| for | names |', 2, hub],
  ['packages/agent/README.md', '| for | names |', 2, agent],
  ['packages/adapters/README.md', '| for | names |', 2, adapters],
  ['packages/tui/README.md', '| for | names |', 2, tui],
])('%s names what the package exports, and nothing else', (file, header, column, exported) => {
  const rows = tableBelow(header, readFileSync(new URL(`../${file}`, import.meta.url), 'utf8'));
  const names = rows.flatMap((row) => Array.from((row[column] ?? '').matchAll(/`(\w+)`/g), ([, name]) => name));
  expect(names.sort()).toEqual(Object.keys(exported).sort());
});

test('the gate has at most twenty names', () => {
  expect(Object.keys(gate).length).toBeLessThanOrEqual(20);
});

function tableBelow(header: string, page: string): readonly string[][] {
  const [, rest = ''] = page.split(`\n${header}\n`);
  const [table = ''] = rest.split('\n\n');
  return table.split('\n').map((line) => line.split('|'));
}
