import type { Result } from '@caliban/calls';
import { fail, ok } from '@caliban/calls/types';
import { z } from 'zod';

// Only the parts we read; everything else in a notebook is kept unchanged and in order.

export type Notebook = {
  readonly cells: readonly NotebookCell[];
  readonly nbformat?: number | undefined;
  readonly nbformat_minor?: number | undefined;
};

export type NotebookCell = {
  readonly id?: string | undefined;
  readonly cell_type: string;
  readonly source: NotebookText;
  readonly outputs?: readonly unknown[] | undefined;
  readonly [other: string]: unknown;
};

type NotebookText = string | readonly string[];

const textSchema: z.ZodType<NotebookText> = z.union([z.string(), z.array(z.string())]);

const notebookSchema: z.ZodType<Notebook> = z.looseObject({
  cells: z.array(
    z.looseObject({
      id: z.string().optional(),
      cell_type: z.string(),
      source: textSchema,
      outputs: z.array(z.unknown()).optional(),
    }),
  ),
  nbformat: z.number().optional(),
  nbformat_minor: z.number().optional(),
});

export function parseNotebook(text: string): Result<Notebook, string> {
  try {
    const notebook: unknown = JSON.parse(text.replace(/^\ufeff/, ''));
    if (notebookSchema.safeParse(notebook).success) return ok(notebook as Notebook);
    return fail('it is not a notebook: it has no list of cells with type and source');
  } catch {
    return fail('it is not a notebook: it is not valid JSON');
  }
}

/** A cell is named by its id, or by its index if it has none: `cell-0`. */
export function cellName(cell: NotebookCell, index: number): string {
  return cell.id ?? `cell-${index}`;
}

export function cellSource({ source }: NotebookCell): string {
  return typeof source === 'string' ? source : source.join('');
}

/** For the model: every cell with its name, source and output text. */
export function formatNotebook({ cells }: Notebook): string {
  if (cells.length === 0) return '[the notebook has no cells]';
  return cells.map(formatCell).join('\n\n');
}

function formatCell(cell: NotebookCell, index: number): string {
  const outputs = (cell.outputs ?? []).map(outputText).filter((text) => text !== '');
  const head = `[${cellName(cell, index)}, ${cell.cell_type}]\n${cellSource(cell)}`;
  return outputs.length === 0 ? head : `${head}\n[output]\n${outputs.join('\n')}`;
}

const MAX_OUTPUT_LENGTH = 2000;

function outputText(output: unknown): string {
  const parsed = outputSchema.safeParse(output);
  if (!parsed.success) return '';
  const { text, data, ename, evalue } = parsed.data;
  const shown = joined(text ?? data?.['text/plain'] ?? (ename === undefined ? '' : `${ename}: ${evalue ?? ''}`));
  return shown.length > MAX_OUTPUT_LENGTH ? `${shown.slice(0, MAX_OUTPUT_LENGTH)} [… cut …]` : shown;
}

const outputSchema = z.looseObject({
  text: textSchema.optional(),
  data: z.looseObject({ 'text/plain': textSchema.optional() }).optional(),
  ename: z.string().optional(),
  evalue: z.string().optional(),
});

function joined(text: NotebookText): string {
  return typeof text === 'string' ? text : text.join('');
}
