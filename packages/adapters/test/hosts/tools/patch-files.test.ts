import { expect, test } from 'vitest';
import { patchFiles } from '../../../src/hosts/tools/patch-files.ts';

test.each([
  ['*** Add File: a.ts', ['add a.ts']],
  ['*** Update File: a.ts\n*** Move to: b.ts', ['update a.ts', 'move b.ts']],
  ['*** Delete File: dir with blanks/a.ts', ['delete dir with blanks/a.ts']],
  ['*** Delete File: a.ts\r\n*** Add File: b.ts\r\n', ['delete a.ts', 'add b.ts']],
  // Hosts trim; so it is a header for some.
  ['   *** Delete File: a.ts', ['delete a.ts']],
  ['***Delete file:a.ts', ['delete a.ts']],
  // Next line is a blank to some, and none to JavaScript.
  ['*** Update File: .env\u0085', ['update .env']],
  ['\u0085*** Delete File: .env', ['delete .env']],
  ['***\u0085Delete\u0085File\u0085:\u0085.env', ['delete .env', 'delete \u0085.env']],
  // Blanks in front of the path may be part of it.
  ['*** Add File:  /etc/x', ['add /etc/x', 'add  /etc/x']],
  // A carriage return is no line end for whoever applies the patch.
  ['*** Add File: src/ok\r/../../x', ['add src/ok\r/../../x']],
  ['*** Add File: src/ok\u2028/../../x', ['add src/ok\u2028/../../x']],
  ['+*** Delete File: a.ts', []],
  ['-*** Delete File: a.ts', []],
  ['*** Add File:', []],
  ['', []],
])('%j', (patch, files) => {
  expect(patchFiles(patch).map(({ kind, path }) => `${kind} ${path}`)).toEqual(files);
});

test('content stays with its file', () => {
  const patch =
    '*** Begin Patch\n*** Update File: a\n*** Move to: b\n@@\n-1\n+2\n*** End of File\n*** Add File: c\n+3\n*** End Patch';
  expect(patchFiles(patch)).toEqual([
    { kind: 'update', path: 'a', body: '@@\n-1\n+2' },
    { kind: 'move', path: 'b', body: '' },
    { kind: 'add', path: 'c', body: '+3' },
  ]);
});

test('a path behind a million blanks, and one before them', () => {
  const blanks = ' '.repeat(1_000_000);
  const files = patchFiles(`*** Add File: a${blanks}b\n*** Delete File: c${blanks}\n`);
  expect(files.map(({ path }) => path)).toEqual([`a${blanks}b`, 'c']);
});

test('five megabytes are read in one go', () => {
  const patch = `*** Add File: a\n${'+x\n'.repeat(1_700_000)}*** Delete File: b`;
  expect(patchFiles(patch).map(({ path }) => path)).toEqual(['a', 'b']);
  expect(patchFiles(' '.repeat(30_000_000))).toEqual([]);
});
