import type { Span, TomlValue } from '../../documents/toml-tree.ts';
import { insertion, type Splice, type TomlText } from './toml-text.ts';

/** An item of a list with its comments: the comment lines above it, and a comment after it on the same line. */
export type Item = { readonly above: string; readonly body: string; readonly behind: string };

type List = { readonly list: Span; readonly items: readonly InlineTable[] };

export type InlineTable = Extract<TomlValue, { kind: 'table' }>;

export function itemOf(source: TomlText, layout: List, at: number): Item {
  const node = layout.items[at] as InlineTable;
  const body = source.textOf(node);
  const lines = ownLines(source, layout, at);
  if (lines === null)
    return { above: '', body, behind: source.text.slice(node.end, endBeforeComma(source, layout, at)) };
  const comma = commaAfter(source, layout, at);
  const behind = source.text.slice((comma ?? node.end - 1) + 1, source.lineEnd(node.end));
  return { above: source.text.slice(lines.start, source.lineStart(node.start)), body, behind: behind.trimEnd() };
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
  const node = layout.items[at] as InlineTable;
  const lines = ownLines(source, layout, at);
  if (lines !== null) return [{ ...lines, text: '' }];

  const { start, end } = node;
  const comma = commaAfter(source, layout, at);
  const next = layout.items[at + 1];
  const previous = layout.items[at - 1];
  if (next !== undefined && isPlain(source, end, next.start)) return [{ start, end: next.start, text: '' }];
  if (next === undefined && comma === null && previous !== undefined && isPlain(source, previous.end, start)) {
    return [{ start: previous.end, end, text: '' }];
  }
  if (comma === null || isPlain(source, end, comma)) {
    return [{ start, end: comma === null ? end : comma + 1, text: '' }];
  }
  return [
    { start, end: endBeforeComma(source, layout, at), text: '' },
    { start: comma, end: comma + 1, text: '' },
  ];
}

/** Includes the comment after an item whose comma is on a later line. Comments between the two lines belong to neither. */
function endBeforeComma(source: TomlText, layout: List, at: number): number {
  const { end } = layout.items[at] as InlineTable;
  const lineEnd = source.lineEnd(end);
  const comma = commaAfter(source, layout, at);
  return comma !== null && comma >= lineEnd ? end + source.text.slice(end, lineEnd).trimEnd().length : end;
}

function insertIntoEmpty(source: TomlText, { list }: List, items: readonly Item[]): Splice[] {
  const { start, end } = list;
  const inside = source.text.slice(start + 1, end - 1);
  if (inside.includes('\n')) {
    return [insertion(source.nextLine(start), asLines(source, items, '  '))];
  }
  return [{ start: start + 1, end: end - 1, text: ` ${items.map(({ body }) => body).join(', ')} ` }];
}

function insertBefore(source: TomlText, layout: List, { at, items }: { at: number; items: readonly Item[] }): Splice[] {
  const node = layout.items[at] as InlineTable;
  const lines = ownLines(source, layout, at);
  if (lines !== null) return [insertion(lines.start, asLines(source, items, indentOf(source, node)))];
  const text = items.some(hasComments)
    ? source.eol + asLines(source, items, '  ')
    : items.map(({ body }) => `${body}, `).join('');
  return [insertion(node.start, text)];
}

function insertLast(source: TomlText, layout: List, items: readonly Item[]): Splice[] {
  const last = layout.items.length - 1;
  const node = layout.items[last] as InlineTable;
  const comma = commaAfter(source, layout, last);
  const end = comma === null ? node.end : comma + 1;
  const missing = comma === null ? [insertion(node.end, ',')] : [];
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

/** The lines that contain only this item and its comments; null if it shares a line. */
function ownLines(source: TomlText, layout: List, at: number): Span | null {
  const node = layout.items[at] as InlineTable;
  const line = source.lineStart(node.start);
  const isFirst = source.text.slice(line, node.start).trim() === '';
  const end = source.nextLine(node.end);
  const nextStart = layout.items[at + 1]?.start ?? layout.list.end - 1;
  const comma = commaAfter(source, layout, at);
  if (!isFirst || nextStart < end || (comma !== null && comma >= end)) return null;
  return { start: source.ownedStart(line), end };
}

function commaAfter(source: TomlText, { list, items }: List, at: number): number | null {
  const start = (items[at] as InlineTable).end;
  const end = items[at + 1]?.start ?? list.end - 1;
  const comments = source.commentsBetween(start, end);
  for (
    let place = source.text.indexOf(',', start);
    place !== -1 && place < end;
    place = source.text.indexOf(',', place + 1)
  ) {
    if (!comments.some((comment) => comment.start <= place && place < comment.end)) return place;
  }
  return null;
}

/** Only a comma and blanks on one line. */
function isPlain(source: TomlText, start: number, end: number): boolean {
  return /^[ \t,]*$/.test(source.text.slice(start, end));
}

function asLines({ eol }: TomlText, items: readonly Item[], indent: string): string {
  return items.map(({ above, body, behind }) => `${above}${indent}${body},${behind}${eol}`).join('');
}

function indentOf(source: TomlText, node: InlineTable): string {
  return source.text.slice(source.lineStart(node.start), node.start);
}
