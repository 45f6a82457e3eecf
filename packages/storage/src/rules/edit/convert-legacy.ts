import { isDeepStrictEqual } from 'node:util';
import type { AST } from 'toml-eslint-parser';
import { BUCKETS, V1_KEYS } from '../collect-entries.ts';
import { keyNames } from '../toml-locator.ts';
import { canonicalSplices } from './canonical-pair.ts';
import { insertBlocks, removeBlock } from './edit-tables.ts';
import { listBlocks } from './list-blocks.ts';
import { applySplices } from './splice.ts';
import { isNamed, TomlText } from './toml-text.ts';

/**
 * Rewrites buckets, v1 tables and lists of rules as `[[permissions.rules]]` and keeps every comment. Tables are renamed where they
 * stand; lists are taken apart and go in front of the first table that holds a rule.
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

/** Every list that may hold rules, in the order in which they are tried. */
const RULE_LISTS: readonly RuleList[] = [
  ...BUCKETS.map((action) => ({ path: ['permissions', action], action })),
  ...V1_KEYS.map((key) => ({ path: [key], action: null })),
  { path: ['permissions', 'rules'], action: null },
];

function blocksOf(source: TomlText, { path, action }: RuleList): readonly string[] {
  const pair = source.pairAt(...path);
  if (pair?.value.type !== 'TOMLArray') return [];
  return listBlocks(source, { list: pair.value, action, ...pairComments(source, pair) });
}

/** `permissions = { … }` cannot be added to: it becomes a `[permissions]` table. */
function openedTable(source: TomlText): readonly string[] {
  const pair = source.pairAt('permissions');
  if (pair?.value.type !== 'TOMLInlineTable') return [];
  const settings = pair.value.body.filter(({ key }) => !LIST_KEYS.includes(keyNames(key)[0] as string));
  const { above, behind } = pairComments(source, pair);
  if (settings.length + above.length + behind.length === 0) return [];
  const lines = [
    ...above,
    ['[permissions]', ...behind].join(' '),
    ...settings.map(({ range }) => source.text.slice(...range)),
  ];
  return [lines.map((line) => line + source.eol).join('')];
}

const LIST_KEYS: readonly string[] = [...BUCKETS, 'rules'];

/** The comments that go with a key: those right above it, and the one behind its value. */
function pairComments(
  source: TomlText,
  pair: AST.TOMLKeyValue,
): { above: readonly string[]; behind: readonly string[] } {
  if (pair.parent.type === 'TOMLInlineTable') return { above: [], behind: [] };
  const line = source.lineStart(pair.range[0]);
  return {
    above: source.commentTexts(source.ownedStart(line), line),
    behind: source.commentTexts(pair.range[1], source.nextLine(pair.range[1])),
  };
}

function withoutPair(text: string, path: readonly string[]): string {
  const source = new TomlText(text);
  const pair = source.pairAt(...path);
  if (pair === undefined || pair.parent.type === 'TOMLInlineTable') return text;
  const start = source.ownedStart(source.lineStart(pair.range[0]));
  return applySplices(text, [removeBlock(source, { start, end: source.nextLine(pair.range[1]) })]);
}

function renameTables(text: string): string {
  const source = new TomlText(text);
  const old = source.tables.filter((table) => V1_KEYS.some((key) => isNamed(table, key)));
  const canonical = source.tables.filter((table) => isNamed(table, 'permissions', 'rules'));
  return applySplices(text, [
    ...old.map(({ key }) => ({ start: key.range[0], end: key.range[1], text: 'permissions.rules' })),
    ...[...old, ...canonical].flatMap(({ body }) => body.flatMap((pair) => canonicalSplices(source, pair))),
  ]);
}

/** In front of the first rule; without one, behind the `[permissions]` table or whatever stands above all tables. */
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
