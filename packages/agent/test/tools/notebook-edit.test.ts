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

test('a file that is no notebook is left alone', async () => {
  const { run } = bench({ files: { 'n.ipynb': '{' } });
  const output = await run(notebookEditTool, { path: 'n.ipynb', cell_id: 'one', new_source: '' });
  expect(output).toEqual({ isError: true, text: expect.stringContaining('it is not valid JSON') });
});
