import { randomBytes } from 'node:crypto';
import type { Result } from '@caliban/calls';
import { fail, ok } from '@caliban/calls/types';
import { z } from 'zod';
import { defineTool } from './define-tool.ts';
import { NOTEBOOK_PATH, pathField } from './fields.ts';
import { type ChangedText, changeFile } from './files/change-file.ts';
import { cellName, type Notebook, type NotebookCell, parseNotebook } from './notebook/notebook.ts';
import { type CellSplice, spliceCell } from './notebook/splice-cell.ts';
import type { Tool } from './tool.ts';

export type CellEdit = {
  readonly cell_id?: string | undefined;
  readonly new_source?: string | undefined;
  readonly cell_type?: 'code' | 'markdown' | undefined;
  readonly edit_mode?: 'replace' | 'insert' | 'delete' | undefined;
};

export const notebookEditTool: Tool = defineTool({
  name: 'NotebookEdit',
  description:
    'Replaces, inserts or deletes one cell of a Jupyter notebook. The outputs of a changed cell are dropped.',
  access: 'edit',
  aliases: NOTEBOOK_PATH,
  input: z.strictObject({
    path: pathField.refine((path) => path.endsWith('.ipynb'), 'must name a notebook, a file that ends in .ipynb'),
    cell_id: z
      .string()
      .min(1)
      .optional()
      .describe('The cell to change, as Read names it. For insert: the cell it goes after; absent, it goes first'),
    new_source: z.string().optional().describe('The new source of the cell; not for delete'),
    cell_type: z.enum(['code', 'markdown']).optional().describe('Needed for insert'),
    edit_mode: z.enum(['replace', 'insert', 'delete']).optional().describe('replace when absent'),
  }),
  run: (edit, call, context) => changeFile(call, context, (text) => changeNotebook(text, edit)),
});

export function changeNotebook(text: string, edit: CellEdit): Result<ChangedText, string> {
  const notebook = parseNotebook(text);
  if (!notebook.ok) return notebook;
  const change = cellChange(notebook.value, edit);
  if (!change.ok) return change;
  return ok({ text: spliceCell(text, change.value.splice), summary: change.value.summary });
}

type CellChange = { readonly splice: CellSplice; readonly summary: string };

function cellChange(notebook: Notebook, edit: CellEdit): Result<CellChange, string> {
  const { cells } = notebook;
  const { cell_id: id, new_source: source, cell_type: type, edit_mode: mode = 'replace' } = edit;
  const index = id === undefined ? -1 : cells.findIndex((cell, at) => cellName(cell, at) === id);
  if (id !== undefined && index === -1) return fail(`no cell is called \`${id}\`; ${namesOf(cells)}`);
  if (mode !== 'insert' && id === undefined) return fail(`\`cell_id\` is missing; ${namesOf(cells)}`);
  const old = cells[index] as NotebookCell;

  switch (mode) {
    case 'delete':
      return ok({ splice: { at: index, removed: 1, added: null }, summary: `cell ${id} deleted` });
    case 'replace': {
      if (source === undefined) return fail('`new_source` is missing');
      const added = emptied({ ...old, cell_type: type ?? old.cell_type, source: asLines(source) });
      return ok({ splice: { at: index, removed: 1, added }, summary: `cell ${id} replaced` });
    }
    case 'insert': {
      if (source === undefined) return fail('`new_source` is missing');
      if (type === undefined) return fail('`cell_type` is missing; a new cell is code or markdown');
      const added = emptied({ ...newId(notebook), cell_type: type, metadata: {}, source: asLines(source) });
      const at = index + 1;
      return ok({ splice: { at, removed: 0, added }, summary: `cell ${cellName(added, at)} inserted` });
    }
  }
}

function namesOf(cells: readonly NotebookCell[]): string {
  const names = cells.slice(0, 50).map(cellName).join(', ');
  return names === '' ? 'the notebook has no cells' : `the cells are ${names}`;
}

/** Code cells have outputs and a count; other cells must not have them. */
function emptied(cell: NotebookCell): NotebookCell {
  if (cell.cell_type === 'code') return { ...cell, execution_count: null, outputs: [] };
  const { outputs, execution_count, ...rest } = cell;
  return rest;
}

/** Cells have ids since version 4.5 of the format, and must not have them before. */
function newId({ nbformat = 4, nbformat_minor = 0 }: Notebook): { id?: string } {
  const hasIds = nbformat > 4 || (nbformat === 4 && nbformat_minor >= 5);
  return hasIds ? { id: randomBytes(4).toString('hex') } : {};
}

/** The notebook format stores a list of lines, each with its line end. */
function asLines(source: string): string[] {
  return source === '' ? [] : source.split(/(?<=\n)/);
}
