import type { Span, TomlPair, TomlTable } from '../../documents/toml-tree.ts';
import { formatInlineRule, formatRule, formatTest, formatValue } from '../format-toml.ts';
import type { RuleKey, RuleValue, WrittenRule } from '../written-rule.ts';
import { type InlineTable, insertItems, itemOf, removeItem } from './edit-list.ts';
import { blockOf, blockText, insertBlocks, removeBlock } from './edit-tables.ts';
import type { RuleEdit } from './rule-edit.ts';
import { applySplices, insertion, isNamed, type Splice, TomlText } from './toml-text.ts';

/** Applies one edit to the text of a canonical file. Everything around it stays byte for byte. */
export function editText(text: string, edit: RuleEdit): string {
  switch (edit.kind) {
    case 'insert':
      return spliced(text, (source, layout) => insertRules(source, layout, edit));
    case 'remove':
      return spliced(text, (source, layout) => removeRule(source, layout, edit.at));
    case 'move':
      return moveRule(text, edit);
    case 'add-test':
      return withTest(text, formatTest(edit.test, /\r?\n/.exec(text)?.[0]));
    case 'change':
      return Object.entries(edit.fields).reduce(
        (changed, [key, value]) =>
          spliced(changed, (source, layout) =>
            changeField(source, ruleNode(layout, edit.at), { key: key as RuleKey, value }),
          ),
        text,
      );
  }
}

/** At the end of the file, after a blank line. */
function withTest(text: string, test: string): string {
  const eol = /\r?\n/.exec(text)?.[0] ?? '\n';
  const ended = text === '' || text.endsWith('\n') ? text : text + eol;
  const isApart = ended.trim() === '' || /\n[ \t]*\r?\n$/.test(ended);
  return ended + (isApart ? '' : eol) + test;
}

type TextEdit = (source: TomlText, layout: RuleLayout) => readonly Splice[];

function spliced(text: string, edit: TextEdit): string {
  const source = new TomlText(text);
  return applySplices(text, edit(source, readLayout(source)));
}

/** How a canonical file writes its rules. */
type RuleLayout =
  /** `[[permissions.rules]]` above each. */
  | { readonly kind: 'tables'; readonly tables: readonly TomlTable[] }
  /** `rules = [ { … }, … ]`. */
  | { readonly kind: 'list'; readonly list: Span; readonly items: readonly InlineTable[] }
  /** `permissions = { … }` without rules: a header can't extend it. */
  | { readonly kind: 'closed'; readonly table: InlineTable };

function readLayout(source: TomlText): RuleLayout {
  const list = source.pairAt('permissions', 'rules')?.pair.value;
  if (list?.kind === 'list') return { kind: 'list', list, items: list.items.filter((item) => item.kind === 'table') };
  const permissions = source.pairAt('permissions')?.pair.value;
  if (permissions?.kind === 'table') return { kind: 'closed', table: permissions };
  return { kind: 'tables', tables: source.tables.filter((table) => isNamed(table, 'permissions', 'rules')) };
}

function insertRules(
  source: TomlText,
  layout: RuleLayout,
  { at, rules }: { at: number; rules: readonly WrittenRule[] },
): readonly Splice[] {
  switch (layout.kind) {
    case 'tables':
      return [insertBlocks(source, layout.tables, { at, texts: rules.map((rule) => formatRule(rule, source.eol)) })];
    case 'list': {
      const items = rules.map((rule) => ({ above: '', body: formatInlineRule(rule), behind: '' }));
      return insertItems(source, layout, { at, items });
    }
    case 'closed': {
      const { start, end, pairs } = layout.table;
      const last = pairs.at(-1);
      const list = `rules = [ ${rules.map(formatInlineRule).join(', ')} ]`;
      return [last === undefined ? { start, end, text: `{ ${list} }` } : insertion(last.end, `, ${list}`)];
    }
  }
}

function removeRule(source: TomlText, layout: RuleLayout, at: number): readonly Splice[] {
  if (layout.kind === 'list') return removeItem(source, layout, at);
  return [removeBlock(source, blockOf(source, ruleNode(layout, at) as TomlTable))];
}

/** The rule's comments and spelling move with it. */
function moveRule(text: string, { from, to }: { from: number; to: number }): string {
  let putBack: (at: number) => TextEdit = () => () => [];
  const remaining = spliced(text, (source, layout) => {
    putBack = takenRule(source, layout, from);
    return removeRule(source, layout, from);
  });
  return spliced(remaining, putBack(to));
}

/** Takes out the rule at `from` and returns a function that inserts it elsewhere. */
function takenRule(source: TomlText, layout: RuleLayout, from: number): (at: number) => TextEdit {
  if (layout.kind === 'list') {
    const items = [itemOf(source, layout, from)];
    return (at) => (there, list) => (list.kind === 'list' ? insertItems(there, list, { at, items }) : []);
  }
  const texts = [blockText(source, blockOf(source, ruleNode(layout, from) as TomlTable))];
  return (at) => (there, tables) =>
    tables.kind === 'tables' ? [insertBlocks(there, tables.tables, { at, texts })] : [];
}

type RuleNode = TomlTable | InlineTable;

function ruleNode(layout: RuleLayout, at: number): RuleNode {
  const node = layout.kind === 'tables' ? layout.tables[at] : layout.kind === 'list' ? layout.items[at] : undefined;
  if (node === undefined) throw new RangeError(`there is no rule at ${at}`);
  return node;
}

/** Sets one field of a rule, in either notation; null removes it. */
function changeField(
  source: TomlText,
  rule: RuleNode,
  { key, value }: { key: RuleKey; value: RuleValue | null },
): readonly Splice[] {
  const at = rule.pairs.findIndex((pair) => isKey(pair, key));
  const pair = rule.pairs[at];
  if (pair === undefined) return value === null ? [] : [addField(source, rule, `${key} = ${formatValue(value)}`)];
  if (value === null) return [removeField(source, rule, at)];
  const { start, end } = pair.key;
  return [
    { start: pair.value.start, end: pair.value.end, text: formatValue(value) },
    ...(pair.key.names[0] === key ? [] : [{ start, end, text: key }]),
  ];
}

/** `tool` is the old name of `pattern`. */
function isKey({ key: { names } }: TomlPair, key: RuleKey): boolean {
  return names[0] === key || (key === 'pattern' && names[0] === 'tool');
}

function addField(source: TomlText, rule: RuleNode, field: string): Splice {
  const last = rule.pairs.at(-1) as TomlPair;
  if (isInline(rule)) return insertion(last.end, `, ${field}`);
  const indent = source.text.slice(source.lineStart(last.start), last.start);
  return insertion(source.lineEnd(last.end), `${source.eol}${indent}${field}`);
}

function removeField(source: TomlText, rule: RuleNode, at: number): Splice {
  const { start, end } = rule.pairs[at] as TomlPair;
  if (!isInline(rule)) return { start: source.lineStart(start), end: source.nextLine(end), text: '' };
  const previous = rule.pairs[at - 1];
  if (previous !== undefined) return { start: previous.end, end, text: '' };
  return { start, end: rule.pairs[at + 1]?.start ?? end, text: '' };
}

function isInline(rule: RuleNode): rule is InlineTable {
  return 'kind' in rule;
}
