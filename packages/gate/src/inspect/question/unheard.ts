import { spelledOut } from '@caliban/calls/text';
import { ruleText } from '../../filter/because-text.ts';
import { ruleVerdict } from '../../filter/rule-verdict.ts';
import { formatPattern } from '../../pattern/format-pattern.ts';
import type { KeptRule, Question, Scope } from '../../types/answer.ts';
import { LAYERS, type Layer, type Rule } from '../../types/rule.ts';

export const LAYER_OF: Readonly<Record<Scope, Layer>> = {
  session: 'runtime',
  local: 'local',
  project: 'project',
  user: 'user',
};

/** A rule saved there would have no effect next time: `by` asks first. */
type Unheard = { readonly when: 'ever' | 'with-the-flag' | 'from-the-next-start'; readonly by: Rule };

/** Why a rule saved there would have no effect next time; null if it would have. */
export function unheardBecause(question: Question, scope: Scope): string | null {
  const unheard = unheardIn(question, scope);
  if (unheard === null) return null;
  const asking = ruleText(unheard.by);
  switch (unheard.when) {
    case 'ever':
      return `it will have no effect: ${asking} is managed and asks first`;
    case 'with-the-flag':
      return `it works in this session, and later only without the flag: ${asking} asks first`;
    case 'from-the-next-start':
      return `it works in this session only: from the next start ${asking} asks first; choose a scope above it`;
  }
}

/** Who a rule of the scope is for. */
export const SCOPE_WORDS: Readonly<Record<Scope, string>> = {
  session: 'until this session ends',
  local: 'this project, only for me',
  project: 'this project, for everyone',
  user: 'all my projects',
};

/** `this project, for everyone · .caliban/permissions.toml`; `file` is null for the session. */
export function scopeText(scope: Scope, file: string | null): string {
  return `${SCOPE_WORDS[scope]} · ${file === null ? 'not written to a file' : spelledOut(file)}`;
}

/** The result of "always": where the rules were saved, and from when they apply. */
export function savedText(
  kept: readonly KeptRule[],
  { scope, file, question }: { readonly scope: Scope; readonly file: string | null; readonly question: Question },
): string {
  const names = kept.map(({ rule }) => `${rule.action} ${spelledOut(formatPattern(rule.pattern))}`).join(', ');
  const what = kept.length === 1 ? '' : `${kept.length} rules `;
  const since = sinceText(question, scope);
  const text = file === null ? since : `saved ${what}to ${spelledOut(file)}, ${since}`;
  return `${capital(text)}: ${names}`;
}

function sinceText(question: Question, scope: Scope): string {
  const unheard = unheardIn(question, scope);
  switch (unheard?.when) {
    case 'ever':
      return scope === 'session' ? 'kept, but not in effect' : 'but not in effect';
    case 'with-the-flag':
      return 'in effect in this session, later only without the flag';
    case 'from-the-next-start':
      return 'in effect in this session only';
    case undefined:
      return scope === 'session' ? 'in effect until this session ends' : 'in effect now';
  }
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function unheardIn({ verdict }: Question, scope: Scope): Unheard | null {
  const { because } = ruleVerdict(verdict);
  // A session rule that asks is gone at the next start, and in this session the newest rule comes first.
  if (because.kind !== 'rule' || because.rule.source.layer === 'runtime') return null;
  const { rule: by } = because;
  if (LAYERS.indexOf(by.source.layer) >= LAYERS.indexOf(LAYER_OF[scope])) return null;
  switch (by.source.layer) {
    case 'managed':
      return { when: 'ever', by };
    case 'cli':
      return { when: 'with-the-flag', by };
    case 'runtime':
    case 'local':
    case 'project':
    case 'user':
    case 'builtin':
      return { when: 'from-the-next-start', by };
  }
}
