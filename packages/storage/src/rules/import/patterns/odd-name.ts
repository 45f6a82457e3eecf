import { escapeGlob } from '@caliban/calls/globs';
import type { Translation } from '../import-rule.ts';

/** `:` and `(` end the tool in our patterns, so a name that contains one can't be written; null for every other name. */
export function oddName(name: string): Translation | null {
  if (!/[:(]/.test(name)) return null;
  const tools = [escapeGlob(name).replaceAll(/[:(]/g, '?')];
  return { kind: 'tools-only', tools, why: 'a pattern of caliban has no `:` or `(` in the name of a tool' };
}
