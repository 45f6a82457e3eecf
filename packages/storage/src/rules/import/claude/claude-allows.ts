import { member, readJsonc } from '../jsonc.ts';
import { type ClaudeRule, parseClaudeRule } from './claude-rule.ts';

/** An entry of `permissions.allow` in settings of Claude Code. */
export type ClaudeAllow = { readonly text: string; readonly rule: ClaudeRule };

/** Null: the settings can't be read. */
export function claudeAllows(settings: string): readonly ClaudeAllow[] | null {
  const root = readJsonc(settings);
  if (!root.ok) return null;
  const allow = member(member(root.value, 'permissions'), 'allow');
  if (allow?.kind !== 'list') return [];
  return allow.items.flatMap((item) => {
    const rule = item.kind === 'text' ? parseClaudeRule(item.text.trim()) : null;
    return item.kind === 'text' && rule !== null ? [{ text: item.text, rule }] : [];
  });
}
