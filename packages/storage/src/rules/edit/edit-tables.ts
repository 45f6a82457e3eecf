import type { Span, TomlTable } from '../../documents/toml-tree.ts';
import type { Splice, TomlText } from './toml-text.ts';

/** The lines of one rule: its comments, header and fields. Comments below it stay where they are. */
export type Block = Span;

export function blockOf(source: TomlText, table: TomlTable): Block {
  const header = source.lineStart(table.start);
  return { start: source.ownedStart(header), end: source.nextLine(table.end) };
}

/** The text of a block, with a line end after its last line. */
export function blockText(source: TomlText, { start, end }: Block): string {
  const text = source.text.slice(start, end);
  return text.endsWith('\n') ? text : text + source.eol;
}

/** Inserts `texts`, whole lines each, in front of the rule at `at`, or after the last one. */
export function insertBlocks(
  source: TomlText,
  tables: readonly TomlTable[],
  { at, texts }: { at: number; texts: readonly string[] },
): Splice {
  const next = tables[at];
  const gap = isCompact(source, tables.slice(Math.max(0, Math.min(at - 1, tables.length - 2)), at + 2))
    ? ''
    : source.eol;
  const text = texts.join(gap);
  if (next !== undefined) {
    const { start } = blockOf(source, next);
    const standsFree = start === 0 || source.isBlank(source.lineStart(start - 1));
    return { start, end: start, text: `${standsFree ? '' : gap}${text}${gap}` };
  }
  const last = tables.at(-1);
  const place = last === undefined ? source.text.length : endWithComments(source, last);
  return { start: place, end: place, text: separated(source, place, { gap, text }) };
}

/** Removes the block and one of the gaps around it. */
export function removeBlock(source: TomlText, { start, end }: Block): Splice {
  const above = source.blanksAbove(start);
  const below = source.blanksBelow(end);
  const standsFree = above < start || start === 0;
  if (below > end && standsFree) return { start, end: below, text: '' };
  if (end === source.text.length) return { start: above, end, text: '' };
  return { start, end, text: '' };
}

/** After the last rule and the comments right below it, unless those belong to the next table. */
function endWithComments(source: TomlText, table: TomlTable): number {
  const end = source.nextLine(table.end);
  const afterComments = source.commentsBelow(end);
  const ownedByNext = source.tables.some(({ start }) => source.lineStart(start) === afterComments);
  return ownedByNext ? end : afterComments;
}

function separated(source: TomlText, place: number, { gap, text }: { gap: string; text: string }): string {
  const before = source.text.slice(0, place);
  const ending = before === '' || before.endsWith('\n') ? '' : source.eol;
  const standsFree = before.trim() === '' || (ending === '' && source.isBlank(source.lineStart(place - 1)));
  // A comment right above would look like it belonged to the new rule.
  const lead = before !== '' && source.isComment(source.lineStart(place - 1)) ? source.eol : gap;
  const isEnd = place === source.text.length || source.isBlank(place);
  return `${ending}${standsFree ? '' : lead}${text}${isEnd ? '' : gap}`;
}

/** The rules around it follow each other without blank lines. */
function isCompact(source: TomlText, tables: readonly TomlTable[]): boolean {
  const rest = tables.slice(1);
  return (
    rest.length > 0 &&
    rest.every((table) => {
      const { start } = blockOf(source, table);
      return source.blanksAbove(start) === start;
    })
  );
}
