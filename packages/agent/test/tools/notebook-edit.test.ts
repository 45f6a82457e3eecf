import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { changeNotebook, notebookEditTool } from '../../src/tools/notebook-edit.ts';
import { bench } from './helpers/bench.ts';

const notebook = {
  cells: [
    { cell_type: 'markdown', id: 'one', metadata: { x: 1 }, source: ['# A\n', 'b'] },
    { cell_type: 'code', execution_count: 3, id: 'two', metadata: {}, outputs: [{ text: '1' }], source: 'print(1)' },
  ],
  metadata: { kernelspec: { name: 'python3' } },
  nbformat: 4,
  nbformat_minor: 5,
};
const [one, two] = notebook.cells;
const text = `${JSON.stringify(notebook, null, 1)}\n`;

function cellsAfter(edit: Parameters<typeof changeNotebook>[1], before = text): unknown {
  const changed = changeNotebook(before, edit);
  if (!changed.ok) return changed.error;
  return JSON.parse(changed.value.text).cells;
}

describe('one cell', () => {
  test('is replaced, and its outputs go', () => {
    expect(cellsAfter({ cell_id: 'two', new_source: 'a\nb\n' })).toEqual([
      one,
      { cell_type: 'code', id: 'two', metadata: {}, execution_count: null, outputs: [], source: ['a\n', 'b\n'] },
    ]);
  });

  test('changes its type', () => {
    expect(cellsAfter({ cell_id: 'two', new_source: 'x', cell_type: 'markdown' })).toEqual([
      one,
      { cell_type: 'markdown', id: 'two', metadata: {}, source: ['x'] },
    ]);
  });

  test('is deleted', () => {
    expect(cellsAfter({ cell_id: 'one', edit_mode: 'delete' })).toEqual([two]);
  });

  test('is inserted after another', () => {
    expect(cellsAfter({ cell_id: 'one', edit_mode: 'insert', cell_type: 'code', new_source: '' })).toEqual([
      one,
      {
        cell_type: 'code',
        id: expect.stringMatching(/^[\da-f]{8}$/),
        metadata: {},
        execution_count: null,
        outputs: [],
        source: [],
      },
      two,
    ]);
  });

  test('is inserted first, without an id in an old format', () => {
    const old = JSON.stringify({ ...notebook, nbformat_minor: 4, cells: [] });
    expect(cellsAfter({ edit_mode: 'insert', cell_type: 'markdown', new_source: 'x' }, old)).toEqual([
      { cell_type: 'markdown', metadata: {}, source: ['x'] },
    ]);
  });

  test('without an id goes by its place', () => {
    const nameless = JSON.stringify({ cells: [{ cell_type: 'raw', source: '' }] });
    expect(cellsAfter({ cell_id: 'cell-0', edit_mode: 'delete' }, nameless)).toEqual([]);
  });
});

test.each([
  [{ cell_id: 'three', new_source: 'x' }, 'no cell is called `three`; the cells are one, two'],
  [{ new_source: 'x' }, '`cell_id` is missing; the cells are one, two'],
  [{ cell_id: 'one' }, '`new_source` is missing'],
  [{ edit_mode: 'insert', new_source: 'x' } as const, '`cell_type` is missing; a new cell is code or markdown'],
])('%j: %s', (edit, message) => {
  expect(cellsAfter(edit)).toBe(message);
});

test('the rest of the file stays as it was', async () => {
  const { run, directory } = bench({ files: { 'n.ipynb': text } });
  const output = await run(notebookEditTool, { notebook_path: 'n.ipynb', cell_id: 'one', new_source: '# A\nc' });
  expect(output.isError).toBe(false);
  expect(output.diff?.split('\n').filter((line) => /^[+-]/.test(line))).toEqual(['-    "b"', '+    "c"']);
  expect(readFileSync(join(directory, 'n.ipynb'), 'utf8')).toBe(text.replace('"b"', '"c"'));
});

describe('only the cell that was meant changes, in the layout the file has', () => {
  const numbers = '[12345678901234567890, 1.0, 1e400, -0, "\\u00e4 } ] , \\" \\\\"]';
  const metadata = `{"x": ${numbers}}`;
  const kept = `{"source": "k", "metadata": ${metadata}, "cell_type": "raw"}`;
  const meant = `{"cell_type": "code", "metadata": ${metadata}, "source": "", "outputs": [1.0], "execution_count": 7}`;
  const changed = `{"cell_type":"code","metadata":${metadata},"source":["a"],"outputs":[],"execution_count":null}`;
  const fresh = '{"cell_type":"markdown","metadata":{},"source":["a"]}';

  const inOne = (...cells: string[]) => `{"metadata": ${metadata}, "cells": [${cells.join(', ')}]}`;
  const inLines = (...cells: string[]) =>
    `{\n  "cells": [\n    ${cells.join(',\n    ')}\n  ],\n  "metadata": ${metadata}\n}\n`;
  const spread = (cell: string) =>
    JSON.stringify(JSON.parse(cell.replace(metadata, '"as it was"')), null, 2)
      .replaceAll('\n', '\n    ')
      .replace('"as it was"', metadata);

  const replace = { cell_id: 'cell-1', new_source: 'a' } as const;
  const insert = { edit_mode: 'insert', cell_type: 'markdown', new_source: 'a' } as const;
  const remove = { edit_mode: 'delete' } as const;

  test.each([
    ['replaced', replace, inOne(kept, meant, kept), inOne(kept, changed, kept)],
    ['inserted first', insert, inOne(kept, kept), inOne(fresh, kept, kept)],
    ['inserted between', { ...insert, cell_id: 'cell-0' }, inOne(kept, kept), inOne(kept, fresh, kept)],
    ['inserted last', { ...insert, cell_id: 'cell-1' }, inOne(kept, kept), inOne(kept, kept, fresh)],
    ['inserted alone', insert, inOne(), inOne(fresh)],
    ['deleted first', { ...remove, cell_id: 'cell-0' }, inOne(kept, kept), inOne(kept)],
    ['deleted last', { ...remove, cell_id: 'cell-1' }, inOne(kept, kept), inOne(kept)],
    ['deleted, and none is left', { ...remove, cell_id: 'cell-0' }, inOne(kept), inOne()],
    ['replaced, in lines', replace, inLines(kept, meant), inLines(kept, spread(changed))],
    ['inserted first, in lines', insert, inLines(kept), inLines(spread(fresh), kept)],
    ['inserted last, in lines', { ...insert, cell_id: 'cell-0' }, inLines(kept), inLines(kept, spread(fresh))],
    ['inserted alone, in lines', insert, inLines().replace(/\[\s*\]/, '[]'), inLines(spread(fresh))],
    ['deleted, in lines', { ...remove, cell_id: 'cell-1' }, inLines(kept, meant), inLines(kept)],
    ['behind a byte order mark', replace, `\ufeff${inOne(kept, meant)}`, `\ufeff${inOne(kept, changed)}`],
    [
      'in the list that counts, where there are two',
      replace,
      inOne(kept, meant).replace('{', '{"cells": [], '),
      inOne(kept, changed).replace('{', '{"cells": [], '),
    ],
  ])('%s', async (_, edit, before, after) => {
    const { run, directory } = bench({ files: { 'n.ipynb': before } });
    expect((await run(notebookEditTool, { path: 'n.ipynb', ...edit })).isError).toBe(false);
    expect(readFileSync(join(directory, 'n.ipynb'), 'utf8')).toBe(after);
  });
});

test('a file that is not a notebook is left alone', async () => {
  const { run } = bench({ files: { 'n.ipynb': '{' } });
  const output = await run(notebookEditTool, { path: 'n.ipynb', cell_id: 'one', new_source: '' });
  expect(output).toEqual({ isError: true, text: expect.stringContaining('it is not valid JSON') });
});
