import type { AST } from 'toml-eslint-parser';
import type { Splice } from './splice.ts';
import type { TomlText } from './toml-text.ts';

/** An item of a list with what belongs to it: comment lines above it, and a comment behind it on the same line. */
export type Item = { readonly above: string; readonly body: string; readonly behind: string };

type List = { readonly list: AST.TOMLArray; readonly items: readonly AST.TOMLInlineTable[] };

export function itemOf(source: TomlText, layout: List, at: number): Item {
  const node = layout.items[at] as AST.TOMLInlineTable;
  const body = source.text.slice(...node.range);
  const lines = ownLines(source, layout, at);
  if (lines === null)
    return { above: '', body, behind: source.text.slice(node.range[1], endBeforeComma(source, layout, at)) };
  const comma = commaAfter(source, layout, at);
  const behind = source.text.slice((comma ?? node.range[1] - 1) + 1, source.lineEnd(node.range[1]));
  return { above: source.text.slice(lines.start, source.lineStart(node.range[0])), body, behind: behind.trimEnd() };
}

export function insertItems(
  source: TomlText,
  layout: List,
  { at, items }: { at: number; items: readonly Item[] },
): Splice[] {
  if (layout.items.length === 0) return insertIntoEmpty(source, layout, items);
  if (at < layout.items.length) return insertBefore(source, layout, { at, items });
  return insertLast(source, layout, items);
}

export function removeItem(source: TomlText, layout: List, at: number): Splice[] {
  const node = layout.items[at] as AST.TOMLInlineTable;
  const lines = ownLines(source, layout, at);
  if (lines !== null) return [{ ...lines, text: '' }];

  const [start, end] = node.range;
  const comma = commaAfter(source, layout, at);
  const next = layout.items[at + 1];
  const previous = layout.items[at - 1];
  if (next !== undefined && isPlain(source, end, next.range[0])) return [{ start, end: next.range[0], text: '' }];
  if (next === undefined && comma === null && previous !== undefined && isPlain(source, previous.range[1], start)) {
    return [{ start: previous.range[1], end, text: '' }];
  }
  if (comma === null || isPlain(source, end, comma)) {
    return [{ start, end: comma === null ? end : comma + 1, text: '' }];
  }
  return [
    { start, end: endBeforeComma(source, layout, at), text: '' },
    { start: comma, end: comma + 1, text: '' },
  ];
}

/** With the comment behind an item whose comma stands on a later line. What is said between the two lines belongs to neither. */
function endBeforeComma(source: TomlText, layout: List, at: number): number {
  const [, end] = (layout.items[at] as AST.TOMLInlineTable).range;
  const lineEnd = source.lineEnd(end);
  const comma = commaAfter(source, layout, at);
  return comma !== null && comma >= lineEnd ? end + source.text.slice(end, lineEnd).trimEnd().length : end;
}

function insertIntoEmpty(source: TomlText, { list }: List, items: readonly Item[]): Splice[] {
  const [start, end] = list.range;
  const inside = source.text.slice(start + 1, end - 1);
  if (inside.includes('\n')) {
    return [insertion(source.nextLine(start), asLines(source, items, '  '))];
  }
  return [{ start: start + 1, end: end - 1, text: ` ${items.map(({ body }) => body).join(', ')} ` }];
}

function insertBefore(source: TomlText, layout: List, { at, items }: { at: number; items: readonly Item[] }): Splice[] {
  const node = layout.items[at] as AST.TOMLInlineTable;
  const lines = ownLines(source, layout, at);
  if (lines !== null) return [insertion(lines.start, asLines(source, items, indentOf(source, node)))];
  const text = items.some(hasComments)
    ? source.eol + asLines(source, items, '  ')
    : items.map(({ body }) => `${body}, `).join('');
  return [insertion(node.range[0], text)];
}

function insertLast(source: TomlText, layout: List, items: readonly Item[]): Splice[] {
  const last = layout.items.length - 1;
  const node = layout.items[last] as AST.TOMLInlineTable;
  const comma = commaAfter(source, layout, last);
  const end = comma === null ? node.range[1] : comma + 1;
  const missing = comma === null ? [insertion(node.range[1], ',')] : [];
  if (/^\s*(#|$)/.test(source.text.slice(end, source.lineEnd(end)))) {
    const indent = ownLines(source, layout, last) === null ? '  ' : indentOf(source, node);
    return [...missing, insertion(source.nextLine(end), asLines(source, items, indent))];
  }
  if (items.some(hasComments)) return [...missing, insertion(end, source.eol + asLines(source, items, '  '))];
  return [insertion(end, items.map(({ body }) => (comma === null ? `, ${body}` : ` ${body},`)).join(''))];
}

function hasComments({ above, behind }: Item): boolean {
  return above !== '' || behind !== '';
}

/** The lines that hold this item and nothing else of the list, with its comments; null when it shares a line. */
function ownLines(source: TomlText, layout: List, at: number): { start: number; end: number } | null {
  const node = layout.items[at] as AST.TOMLInlineTable;
  const line = source.lineStart(node.range[0]);
  const isFirst = source.text.slice(line, node.range[0]).trim() === '';
  const end = source.nextLine(node.range[1]);
  const nextStart = layout.items[at + 1]?.range[0] ?? layout.list.range[1] - 1;
  const comma = commaAfter(source, layout, at);
  if (!isFirst || nextStart < end || (comma !== null && comma >= end)) return null;
  return { start: source.ownedStart(line), end };
}

function commaAfter(source: TomlText, { list, items }: List, at: number): number | null {
  const start = (items[at] as AST.TOMLInlineTable).range[1];
  const end = items[at + 1]?.range[0] ?? list.range[1] - 1;
  const comments = source.commentsBetween(start, end);
  for (
    let place = source.text.indexOf(',', start);
    place !== -1 && place < end;
    place = source.text.indexOf(',', place + 1)
  ) {
    if (!comments.some(({ range }) => range[0] <= place && place < range[1])) return place;
  }
  return null;
}

/** Nothing but a comma and blanks on one line. */
function isPlain(source: TomlText, start: number, end: number): boolean {
  return /^[ \t,]*$/.test(source.text.slice(start, end));
}

function asLines({ eol }: TomlText, items: readonly Item[], indent: string): string {
  return items.map(({ above, body, behind }) => `${above}${indent}${body},${behind}${eol}`).join('');
}

function indentOf(source: TomlText, node: AST.TOMLInlineTable): string {
  return source.text.slice(source.lineStart(node.range[0]), node.range[0]);
}

function insertion(place: number, text: string): Splice {
  return { start: place, end: place, text };
}
