import { TOOL_PROFILES } from '@caliban/gate/internal/describe/tool-profiles';
import { formatText } from './format-toml.ts';
import { isTable, type Table } from './table.ts';
import type { WrittenTest } from './written-rule.ts';

/** A test under its own header, every line ended. */
export function formatTest({ tool, input, expect, rule, comment }: WrittenTest, eol = '\n'): string {
  const call = callText({ tool, input });
  const lines = [
    '[[permissions.tests]]',
    ...(call === null
      ? [`tool = ${formatText(tool)}`, `input = ${formatValue(input)}`]
      : [`call = ${formatText(call)}`]),
    `expect = ${formatText(expect)}`,
    ...(rule === undefined ? [] : [`rule = ${formatText(rule)}`]),
    ...(comment === undefined ? [] : [`comment = ${formatText(comment)}`]),
  ];
  return lines.map((line) => line + eol).join('');
}

/** `Tool:first argument`, or the tool alone; null where the input has more than that. */
export function callText({ tool, input }: Pick<WrittenTest, 'tool' | 'input'>): string | null {
  const keys = Object.keys(input);
  if (keys.length === 0) return tool;
  const field = TOOL_PROFILES.get(tool)?.argument?.field;
  const argument = field === undefined ? undefined : input[field];
  return keys.length === 1 && typeof argument === 'string' ? `${tool}:${argument}` : null;
}

/** On one line. TOML has no null: what holds one does not parse and is never written. */
function formatValue(value: unknown): string {
  if (typeof value === 'string') return formatText(value);
  if (Array.isArray(value)) return value.length === 0 ? '[]' : `[${value.map(formatValue).join(', ')}]`;
  if (!isTable(value)) return String(value);
  const fields = Object.entries(value as Table).map(([key, inside]) => `${formatKey(key)} = ${formatValue(inside)}`);
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}

function formatKey(key: string): string {
  return /^[\w-]+$/.test(key) ? key : formatText(key);
}
