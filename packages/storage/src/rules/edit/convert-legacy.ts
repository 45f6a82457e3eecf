import { isDeepStrictEqual } from 'node:util';
import type { Span, TomlPair, TomlValue } from '../../documents/toml-tree.ts';
import { BUCKETS, V1_KEYS } from '../read/collect-entries.ts';
import { insertBlocks, removeBlock } from './edit-tables.ts';
import { applySplices, type FoundPair, isNamed, type Splice, TomlText } from './toml-text.ts';

/**
 * Rewrites buckets, v1 tables and lists of rules as `[[permissions.rules]]`, keeping every comment. Tables are renamed in place;
 * lists are taken apart and moved in front of the first table that contains a rule.
 */
export function convertLegacy(text: string): string {
  const source = new TomlText(text);
  const blocks = [...openedTable(source), ...RULE_LISTS.flatMap((list) => blocksOf(source, list))];
  const remaining = [...RULE_LISTS.map(({ path }) => path), ['permissions']].reduce(withoutPair, text);
  const converted = withBlocks(renameTables(remaining), blocks.join(source.eol));
  if (!sameComments(source, new TomlText(converted))) throw new Error('a comment would be lost');
  return converted;
}

type RuleList = { readonly path: readonly string[]; readonly action: string | null };

/** Every list that may contain rules, in the order in which they are tried. */
const RULE_LISTS: readonly RuleList[] = [
  ...BUCKETS.map((action) => ({ path: ['permissions', action], action })),
  ...V1_KEYS.map((key) => ({ path: [key], action: null })),
  { path: ['permissions', 'rules'], action: null },
];

function blocksOf(source: TomlText, { path, action }: RuleList): readonly string[] {
  const found = source.pairAt(...path);
  const list = found?.pair.value;
  if (found === undefined || list?.kind !== 'list') return [];
  return listBlocks(source, { list, action, ...pairComments(source, found) });
}

/** `permissions = { … }` can't be extended: it becomes a `[permissions]` table. */
function openedTable(source: TomlText): readonly string[] {
  const found = source.pairAt('permissions');
  const table = found?.pair.value;
  if (found === undefined || table?.kind !== 'table') return [];
  const settings = table.pairs.filter(({ key }) => !LIST_KEYS.includes(key.names[0] as string));
  const { above, behind } = pairComments(source, found);
  if (settings.length + above.length + behind.length === 0) return [];
  const lines = [...above, ['[permissions]', ...behind].join(' '), ...settings.map((pair) => source.textOf(pair))];
  return [lines.map((line) => line + source.eol).join('')];
}

const LIST_KEYS: readonly string[] = [...BUCKETS, 'rules'];

/** The comments of a key: those right above it, and the one after its value. */
function pairComments(source: TomlText, { pair, isInline }: FoundPair): ListComments {
  if (isInline) return { above: [], behind: [] };
  const line = source.lineStart(pair.start);
  return {
    above: source.commentTexts(source.ownedStart(line), line),
    behind: source.commentTexts(pair.end, source.nextLine(pair.end)),
  };
}

function withoutPair(text: string, path: readonly string[]): string {
  const source = new TomlText(text);
  const found = source.pairAt(...path);
  if (found === undefined || found.isInline) return text;
  const start = source.ownedStart(source.lineStart(found.pair.start));
  return applySplices(text, [removeBlock(source, { start, end: source.nextLine(found.pair.end) })]);
}

function renameTables(text: string): string {
  const source = new TomlText(text);
  const old = source.tables.filter((table) => V1_KEYS.some((key) => isNamed(table, key)));
  const canonical = source.tables.filter((table) => isNamed(table, 'permissions', 'rules'));
  return applySplices(text, [
    ...old.map(({ key: { start, end } }) => ({ start, end, text: 'permissions.rules' })),
    ...[...old, ...canonical].flatMap(({ pairs }) => pairs.flatMap((pair) => canonicalSplices(source, pair))),
  ]);
}

/** Inserts in front of the first rule; without rules, after the `[permissions]` table or the part above all tables. */
function withBlocks(text: string, blocks: string): string {
  if (blocks === '') return text;
  const source = new TomlText(text);
  const firstRule = source.tables.find((table) => isNamed(table, 'permissions', 'rules'));
  const permissions = source.tables.findIndex((table) => isNamed(table, 'permissions'));
  const next = firstRule ?? source.tables[permissions + 1];
  return applySplices(text, [insertBlocks(source, next === undefined ? [] : [next], { at: 0, texts: [blocks] })]);
}

function sameComments(before: TomlText, after: TomlText): boolean {
  const all = (source: TomlText) => source.commentTexts(0, source.text.length).toSorted();
  return isDeepStrictEqual(all(before), all(after));
}

/** A list of rules in an outdated form: patterns under an action, or tables. */
type LegacyList = ListComments & {
  readonly list: ListValue;
  /** For a bucket: the action of its patterns. */
  readonly action: string | null;
};

type ListValue = Extract<TomlValue, { kind: 'list' }>;

/** Comments of the list itself: above its key, and after its closing bracket. */
type ListComments = { readonly above: readonly string[]; readonly behind: readonly string[] };

/** Each item as a separate table with its comments. The caller puts blank lines between them. */
function listBlocks(source: TomlText, { list, action, above, behind }: LegacyList): readonly string[] {
  const { items, rest } = itemComments(source, list);
  // A comment about several rules is kept apart from each of them.
  const isSingle = list.items.length === 1;
  const heading = isSingle ? [] : [...above, ...behind];
  const blocks = list.items.map((item, index) => {
    const { before, after } = items[index] as ItemComments;
    const [first, ...fields] = fieldLines(source, item, action);
    // Two comments on the same line would become one.
    const [remark = [], ...others] = [after, isSingle ? behind : []].filter((comments) => comments.length > 0);
    const comments = [...(isSingle ? above : []), ...others.flat(), ...before];
    return [...comments, '[[permissions.rules]]', [first, ...remark].join(' '), ...fields];
  });
  return [heading, ...blocks, rest].filter((piece) => piece.length > 0).map((piece) => wholeLines(source, piece));
}

function fieldLines(source: TomlText, item: TomlValue, action: string | null): readonly string[] {
  if (action !== null) return [`pattern = ${source.textOf(item)}`, `action = "${action}"`];
  return item.kind === 'table' ? item.pairs.map((pair) => canonicalPair(source, pair)) : [];
}

type ItemComments = { readonly before: readonly string[]; readonly after: readonly string[] };

/** A comment on the line where an item ends belongs to that item; any other belongs to the next one. */
function itemComments(source: TomlText, list: ListValue): { items: ItemComments[]; rest: readonly string[] } {
  const items: { before: string[]; after: string[] }[] = list.items.map(() => ({ before: [], after: [] }));
  const rest: string[] = [];
  for (const comment of source.commentsBetween(list.start, list.end)) {
    const text = source.textOf(comment);
    const next = list.items.findIndex(({ start }) => start > comment.start);
    const previous = next === -1 ? list.items.length - 1 : next - 1;
    const end = list.items[previous]?.end;
    if (end !== undefined && source.lineStart(end) === source.lineStart(comment.start))
      items[previous]?.after.push(text);
    else (items[next]?.before ?? rest).push(text);
  }
  return { items, rest };
}

function wholeLines({ eol }: TomlText, texts: readonly string[]): string {
  return texts.map((text) => text + eol).join('');
}

/** Turns a field of an old rule into a canonical one: `tool` becomes `pattern`, and actions become lower case. */
function canonicalSplices(source: TomlText, { key, value }: TomlPair): readonly Splice[] {
  const name = key.names[0];
  if (name === 'tool') return [replacement(key, 'pattern')];
  if (name !== 'action') return [];
  const written = source.textOf(value);
  return written === written.toLowerCase() ? [] : [replacement(value, written.toLowerCase())];
}

/** The same as a separate line. */
function canonicalPair(source: TomlText, pair: TomlPair): string {
  const local = canonicalSplices(source, pair).map(({ start, end, text }) => ({
    start: start - pair.start,
    end: end - pair.start,
    text,
  }));
  return applySplices(source.textOf(pair), local);
}

function replacement({ start, end }: Span, text: string): Splice {
  return { start, end, text };
}
