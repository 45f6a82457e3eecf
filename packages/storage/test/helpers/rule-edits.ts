import type { RuleEdit } from '../../src/rules/edit/rule-edit.ts';
import { editToml } from './edit-toml.ts';

export const insert = (at: number, pattern = 'New'): RuleEdit => ({
  kind: 'insert',
  at,
  rules: [{ pattern, action: 'ask' }],
});
export const insertAll = (at: number, ...patterns: readonly string[]): RuleEdit => ({
  kind: 'insert',
  at,
  rules: patterns.map((pattern) => ({ pattern, action: 'ask' })),
});
export const remove = (at: number): RuleEdit => ({ kind: 'remove', at });
export const move = (from: number, to: number): RuleEdit => ({ kind: 'move', from, to });
export const change = (at: number, fields: object): RuleEdit => ({ kind: 'change', at, fields });

/** What becomes of the text, or why nothing does. */
export function edited(text: string, edit: RuleEdit): string {
  const result = editToml(text, edit);
  return result.ok ? result.value : `${result.error.kind}: ${result.error.message}`;
}
