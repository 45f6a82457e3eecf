import { TOOL_PROFILES } from '@caliban/calls';
import { isTable, type Table } from '../documents/table.ts';
import { settingKey } from './read/check-settings.ts';
import type { PermissionSettings, SettingValues } from './rule-file.ts';
import { type WrittenRule, type WrittenTest, writtenFields } from './written-rule.ts';

/** A whole canonical file. */
export function formatRuleFile(settings: PermissionSettings, rules: readonly WrittenRule[]): string {
  const lines = formatSettings(settings).map((line) => `${line}\n`);
  const table = lines.length === 0 ? [] : [`[permissions]\n${lines.join('')}`];
  return [...table, ...rules.map((rule) => formatRule(rule))].join('\n');
}

/** The lines below `[permissions]`. */
export function formatSettings(settings: PermissionSettings): readonly string[] {
  return Object.entries(settings).map(([name, { value }]) => {
    const key = settingKey(name as keyof SettingValues);
    return `${key} = ${formatValue(value)}`;
  });
}

/** A rule under its own header; every line has a line end. */
export function formatRule(rule: WrittenRule, eol = '\n'): string {
  const lines = writtenFields(rule).map(([key, value]) => `${key} = ${formatValue(value)}`);
  return ['[[permissions.rules]]', ...lines].map((line) => line + eol).join('');
}

export function formatInlineRule(rule: WrittenRule): string {
  const fields = writtenFields(rule).map(([key, value]) => `${key} = ${formatValue(value)}`);
  return `{ ${fields.join(', ')} }`;
}

/** TOML 1.0. Uses single quotes to avoid backslashes; escapes invisible characters. */
export function formatText(text: string): string {
  if (/["\\]/.test(text) && !text.includes("'") && !HIDDEN.test(text)) return `'${text}'`;
  return `"${text.replaceAll(/["\\]/g, '\\$&').replaceAll(HIDDEN_ALL, escapeHidden)}"`;
}

/** TOML contains Unicode scalar values only: a lone surrogate can't be written. */
export function isWritable(text: string): boolean {
  return !/\p{Cs}/u.test(text);
}

const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
const HIDDEN_ALL = new RegExp(HIDDEN.source, 'gu');

const SHORT: Readonly<Record<string, string>> = { '\b': '\\b', '\t': '\\t', '\n': '\\n', '\f': '\\f', '\r': '\\r' };

function escapeHidden(character: string): string {
  const code = (character.codePointAt(0) as number).toString(16).toUpperCase();
  return SHORT[character] ?? (code.length > 4 ? `\\U${code.padStart(8, '0')}` : `\\u${code.padStart(4, '0')}`);
}

/** A test under its own header; every line has a line end. */
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

/** `Tool:first argument`, or the tool alone; null if the input has more than that. */
export function callText({ tool, input }: Pick<WrittenTest, 'tool' | 'input'>): string | null {
  const keys = Object.keys(input);
  if (keys.length === 0) return tool;
  const field = TOOL_PROFILES.get(tool)?.argument?.field;
  const argument = field === undefined ? undefined : input[field];
  return keys.length === 1 && typeof argument === 'string' ? `${tool}:${argument}` : null;
}

/** On one line. TOML has no null: a value with null wouldn't parse and is never written. */
export function formatValue(value: unknown): string {
  if (typeof value === 'string') return formatText(value);
  if (Array.isArray(value)) return value.length === 0 ? '[]' : `[${value.map(formatValue).join(', ')}]`;
  if (!isTable(value)) return String(value);
  const fields = Object.entries(value as Table).map(([key, inside]) => `${formatKey(key)} = ${formatValue(inside)}`);
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}

function formatKey(key: string): string {
  return /^[\w-]+$/.test(key) ? key : formatText(key);
}
