import type { AST } from 'toml-eslint-parser';
import { formatText } from '../format-toml.ts';
import { keyNames } from '../toml-locator.ts';
import type { RuleKey } from '../written-rule.ts';
import type { Splice } from './splice.ts';
import type { TomlText } from './toml-text.ts';

type RuleNode = AST.TOMLTable | AST.TOMLInlineTable;

/** Sets one field of a rule, whichever way the rule is written; null takes the field away. */
export function changeField(
  source: TomlText,
  rule: RuleNode,
  { key, value }: { key: RuleKey; value: string | null },
): readonly Splice[] {
  const at = rule.body.findIndex((pair) => isKey(pair, key));
  const pair = rule.body[at];
  if (pair === undefined) return value === null ? [] : [addField(source, rule, `${key} = ${formatText(value)}`)];
  if (value === null) return [removeField(source, rule, at)];
  return [
    { start: pair.value.range[0], end: pair.value.range[1], text: formatText(value) },
    ...(nameOf(pair) === key ? [] : [{ start: pair.key.range[0], end: pair.key.range[1], text: key }]),
  ];
}

/** `tool` is the old name of `pattern`. */
function isKey(pair: AST.TOMLKeyValue, key: RuleKey): boolean {
  return nameOf(pair) === key || (key === 'pattern' && nameOf(pair) === 'tool');
}

function nameOf({ key }: AST.TOMLKeyValue): string | undefined {
  return keyNames(key)[0];
}

function addField(source: TomlText, rule: RuleNode, field: string): Splice {
  const last = rule.body.at(-1) as AST.TOMLKeyValue;
  if (rule.type === 'TOMLInlineTable') return { start: last.range[1], end: last.range[1], text: `, ${field}` };
  const indent = source.text.slice(source.lineStart(last.range[0]), last.range[0]);
  const place = source.lineEnd(last.range[1]);
  return { start: place, end: place, text: `${source.eol}${indent}${field}` };
}

function removeField(source: TomlText, rule: RuleNode, at: number): Splice {
  const [start, end] = (rule.body[at] as AST.TOMLKeyValue).range;
  if (rule.type === 'TOMLTable') return { start: source.lineStart(start), end: source.nextLine(end), text: '' };
  const previous = rule.body[at - 1];
  if (previous !== undefined) return { start: previous.range[1], end, text: '' };
  return { start, end: rule.body[at + 1]?.range[0] ?? end, text: '' };
}
