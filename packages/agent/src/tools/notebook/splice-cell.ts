import { type JsonChild, jsonChildren } from './json-children.ts';
import type { NotebookCell } from './notebook.ts';

/** Removes, adds or replaces one cell of a notebook. */
export type CellSplice = {
  readonly at: number;
  readonly removed: 0 | 1;
  readonly added: NotebookCell | null;
};

/** Everything else stays as written: parsing and serialising all of it would lose digits of long numbers. */
export function spliceCell(text: string, { at, removed, added }: CellSplice): string {
  const list = jsonChildren(text, text.indexOf('{')).findLast(({ key }) => key === 'cells') as JsonChild;
  const spans = jsonChildren(text, list.from);
  const { lead, between, tail, indent } = layoutOf(text, list, spans);

  const cells = spans.map(({ from, to }) => text.slice(from, to));
  const old = removed === 1 ? (cells[at] as string) : '{}';
  const now = cells.toSpliced(at, removed, ...(added === null ? [] : [withOldValues(written(added), old)]));
  const inside = now.length === 0 ? '' : lead + now.join(between) + tail;
  return `${text.slice(0, list.from)}[${inside}]${text.slice(list.to)}`;

  function written(cell: NotebookCell): string {
    const lineStart = /\n[ \t]*$/.exec(lead)?.[0];
    return lineStart === undefined
      ? JSON.stringify(cell)
      : JSON.stringify(cell, null, indent).replaceAll('\n', lineStart);
  }
}

type Layout = { readonly lead: string; readonly between: string; readonly tail: string; readonly indent: string };

/** The whitespace around cells, as in the file. */
function layoutOf(text: string, list: JsonChild, cells: readonly JsonChild[]): Layout {
  const indent = /^\s*\{\r?\n([ \t]+)/.exec(text)?.[1] ?? '';
  const [first, second, last] = [cells[0], cells[1], cells.at(-1)];
  if (first === undefined || last === undefined) {
    const [lead, tail] = indent === '' ? ['', ''] : [`\n${indent}${indent}`, `\n${indent}`];
    return { lead, between: '', tail, indent };
  }
  const lead = text.slice(list.from + 1, first.from);
  const between = second === undefined ? `,${lead}` : text.slice(first.to, second.from);
  return { lead, between, tail: text.slice(last.to, list.to - 1), indent };
}

const REWRITTEN: readonly (string | null)[] = ['cell_type', 'source', 'outputs', 'execution_count'];

/** The cell, with the unchanged values of the old one exactly as they were written. */
function withOldValues(cell: string, old: string): string {
  const kept = jsonChildren(old, 0).filter(({ key }) => !REWRITTEN.includes(key));
  let result = cell;
  for (const { key, from, to } of jsonChildren(cell, 0).toReversed()) {
    const value = kept.findLast((child) => child.key === key);
    if (value !== undefined) result = result.slice(0, from) + old.slice(value.from, value.to) + result.slice(to);
  }
  return result;
}
