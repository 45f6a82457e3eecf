import { type Action, parsePattern } from '@caliban/gate';
import { parseToolGlob } from '@caliban/gate/pattern';
import type { ImportedRule, NotCarriedOver } from './imported.ts';

/** A rule of another agent: the parts that need no translation. */
export type ForeignRule = {
  /** Its text in the file, for the report. */
  readonly text: string;
  readonly action: Action;
  readonly line?: number;
  readonly comment?: string;
  /** The reason given to the model; only a deny has one. */
  readonly reason?: string;
};

/** The calls that a foreign rule matches, as caliban patterns. */
export type Translation =
  /** Exactly those calls. */
  | { readonly kind: 'exact'; readonly patterns: readonly string[] }
  /** Those calls and more. */
  | { readonly kind: 'broader'; readonly patterns: readonly string[]; readonly why: string }
  /** Some of those calls. Only used for an allow. */
  | { readonly kind: 'narrower'; readonly patterns: readonly string[]; readonly why: string }
  /** Only the tools are known, not which of their calls. */
  | { readonly kind: 'tools-only'; readonly tools: readonly string[]; readonly why: string }
  | { readonly kind: 'none'; readonly why: string };

/** `widened`: an ask that covers more than the original. */
export type ImportedPattern = { readonly rule: ImportedRule; readonly widened: boolean };

export type RuleImport = {
  readonly rules: readonly ImportedPattern[];
  readonly notCarriedOver: readonly NotCarriedOver[];
};

/**
 * An allow is never widened: one that can't be expressed exactly is left out. A deny or ask is never lost: one that can't be
 * expressed exactly becomes broader, and if that would be a whole tool, its calls are asked about. The report lists both cases.
 */
export function importRule(foreign: ForeignRule, translation: Translation): RuleImport {
  const allow = foreign.action === 'allow';
  switch (translation.kind) {
    case 'exact':
      return written(foreign, translation.patterns);
    case 'narrower':
      return join([written(foreign, translation.patterns), reported(foreign, translation.why)]);
    case 'broader':
      return allow
        ? leftOut(foreign, translation.why)
        : instead(foreign, foreign.action, translation.patterns, translation.why);
    case 'tools-only':
      return allow ? leftOut(foreign, translation.why) : instead(foreign, 'ask', translation.tools, translation.why);
    case 'none':
      return reported(foreign, translation.why);
  }
}

export function join(parts: readonly RuleImport[]): RuleImport {
  return {
    rules: parts.flatMap(({ rules }) => rules),
    notCarriedOver: parts.flatMap(({ notCarriedOver }) => notCarriedOver),
  };
}

function written(foreign: ForeignRule, patterns: readonly string[]): RuleImport {
  return join([...new Set(patterns)].map((pattern) => checked(foreign, pattern)));
}

/** Only what the pattern grammar accepts becomes a rule. */
function checked(foreign: ForeignRule, pattern: string): RuleImport {
  const parsed = parsePattern(pattern);
  if (parsed.ok) return { rules: [{ rule: toRule(foreign, pattern), widened: false }], notCarriedOver: [] };
  const why = `it would be \`${pattern}\` here, but ${parsed.error.message}`;
  if (foreign.action === 'allow') return leftOut(foreign, why);
  const tool = toolsOf(pattern);
  return parsePattern(tool).ok ? instead(foreign, 'ask', [tool], why) : reported(foreign, why);
}

function instead(foreign: ForeignRule, action: Action, patterns: readonly string[], why: string): RuleImport {
  const comment = `in place of ${foreign.text}`;
  const { reason } = foreign;
  const rules = [...new Set(patterns)]
    .filter((pattern) => parsePattern(pattern).ok)
    .map((pattern) => ({
      rule: { pattern, action, comment, ...(action === 'deny' && reason !== undefined ? { reason } : {}) },
      widened: action === 'ask',
    }));
  if (rules.length === 0) return reported(foreign, why);
  const named = rules.map(({ rule }) => `\`${rule.pattern}\``).join(', ');
  return { rules, notCarriedOver: reported(foreign, `${why}; imported as ${action} ${named}`).notCarriedOver };
}

function leftOut(foreign: ForeignRule, why: string): RuleImport {
  return reported(foreign, `${why}; left out, so such calls are asked about`);
}

function reported({ text, line }: ForeignRule, why: string): RuleImport {
  return { rules: [], notCarriedOver: [{ what: text, why, ...(line === undefined ? {} : { line }) }] };
}

function toRule({ action, comment, reason }: ForeignRule, pattern: string): ImportedRule {
  return {
    pattern,
    action,
    ...(comment === undefined ? {} : { comment }),
    ...(action === 'deny' && reason !== undefined ? { reason } : {}),
  };
}

/** Every tool that the pattern covers: `Edit(…)` covers all tools that edit. */
function toolsOf(pattern: string): string {
  const spelling = pattern[pattern.search(/[:(]/)] === '(' ? 'paren' : 'colon';
  return parseToolGlob(toolOf(pattern), spelling)
    .alternatives.map(({ text }) => text)
    .join('|');
}

export function toolOf(pattern: string): string {
  const mark = pattern.search(/[:(]/);
  return mark === -1 ? pattern : pattern.slice(0, mark);
}
