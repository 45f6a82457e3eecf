import type { AST } from 'toml-eslint-parser';
import { formatTest } from '../format-test.ts';
import { formatInlineRule, formatRule } from '../format-toml.ts';
import type { RuleKey, WrittenRule } from '../written-rule.ts';
import { changeField } from './edit-field.ts';
import { insertItems, itemOf, removeItem } from './edit-list.ts';
import { blockOf, blockText, insertBlocks, removeBlock } from './edit-tables.ts';
import { neighbourhood } from './neighbourhood.ts';
import type { RuleEdit } from './rule-edit.ts';
import { type RuleLayout, readLayout } from './rule-layout.ts';
import { applySplices, type Splice } from './splice.ts';
import { TomlText } from './toml-text.ts';

/** One edit on the text of a canonical file that holds `count` rules. Everything around it stays byte for byte. */
export function editText(text: string, edit: RuleEdit, count: number): string {
  switch (edit.kind) {
    case 'insert':
      return spliced(text, { at: edit.at, count }, (source, layout, at) =>
        insertRules(source, layout, { at, rules: edit.rules }),
      );
    case 'remove':
      return spliced(text, { at: edit.at, count }, (source, layout, at) => removeRule(source, layout, at));
    case 'move':
      return moveRule(text, edit, count);
    case 'add-test':
      return withTest(text, formatTest(edit.test, /\r?\n/.exec(text)?.[0]));
    case 'change':
      return Object.entries(edit.fields).reduce(
        (changed, [key, value]) =>
          spliced(changed, { at: edit.at, count }, (source, layout, at) =>
            changeField(source, ruleNode(layout, at), { key: key as RuleKey, value }),
          ),
        text,
      );
  }
}

/** At the end of the file, a blank line apart. */
function withTest(text: string, test: string): string {
  const eol = /\r?\n/.exec(text)?.[0] ?? '\n';
  const ended = text === '' || text.endsWith('\n') ? text : text + eol;
  const isApart = ended.trim() === '' || /\n[ \t]*\r?\n$/.test(ended);
  return ended + (isApart ? '' : eol) + test;
}

type LocalEdit = (source: TomlText, layout: RuleLayout, at: number) => readonly Splice[];

function spliced(text: string, place: { at: number; count: number }, edit: LocalEdit): string {
  const { start, end, first } = neighbourhood(text, place);
  const source = new TomlText(text.slice(start, end));
  const edited = applySplices(source.text, edit(source, readLayout(source), place.at - first));
  return text.slice(0, start) + edited + text.slice(end);
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
      const last = layout.table.body.at(-1);
      const list = `rules = [ ${rules.map(formatInlineRule).join(', ')} ]`;
      if (last !== undefined) return [{ start: last.range[1], end: last.range[1], text: `, ${list}` }];
      return [{ start: layout.table.range[0], end: layout.table.range[1], text: `{ ${list} }` }];
    }
  }
}

function removeRule(source: TomlText, layout: RuleLayout, at: number): readonly Splice[] {
  if (layout.kind === 'list') return removeItem(source, layout, at);
  return [removeBlock(source, blockOf(source, ruleNode(layout, at) as AST.TOMLTable))];
}

/** Comments and spelling of the moved rule travel with it. */
function moveRule(text: string, { from, to }: { from: number; to: number }, count: number): string {
  let carried: LocalEdit = () => [];
  const remaining = spliced(text, { at: from, count }, (source, layout, at) => {
    carried = carry(source, layout, at);
    return removeRule(source, layout, at);
  });
  return spliced(remaining, { at: to, count: count - 1 }, carried);
}

/** How to put down what stands here somewhere else. */
function carry(source: TomlText, layout: RuleLayout, from: number): LocalEdit {
  if (layout.kind === 'list') {
    const item = itemOf(source, layout, from);
    return (there, list, at) => (list.kind === 'list' ? insertItems(there, list, { at, items: [item] }) : []);
  }
  const text = blockText(source, blockOf(source, ruleNode(layout, from) as AST.TOMLTable));
  return (there, tables, at) =>
    tables.kind === 'tables' ? [insertBlocks(there, tables.tables, { at, texts: [text] })] : [];
}

function ruleNode(layout: RuleLayout, at: number): AST.TOMLTable | AST.TOMLInlineTable {
  const node = layout.kind === 'tables' ? layout.tables[at] : layout.kind === 'list' ? layout.items[at] : undefined;
  if (node === undefined) throw new RangeError(`no rule stands at ${at}`);
  return node;
}
