import { readFileSync } from 'node:fs';

type WrittenRule = { readonly pattern: string; readonly action: 'allow' | 'deny' | 'ask'; readonly reason?: string };

/** A pattern and a call: does the pattern match it? */
export type MatchCase = {
  readonly pattern: string;
  readonly tool: string;
  readonly input: unknown;
  readonly workspace: string;
  readonly expect: boolean | 'load-error';
  readonly why: string;
};

/** Rules and a call: what is the verdict, and which rule decided? */
export type VerdictCase = {
  readonly rules: readonly WrittenRule[];
  readonly tool: string;
  readonly input: unknown;
  readonly workspace: string;
  readonly expect: { readonly action: string; readonly ruleIndex: number } | 'load-error';
  readonly why: string;
};

/** A mode and what the rules said: what comes out? */
export type ModeCase = {
  readonly mode: string;
  readonly ruleAction: 'allow' | 'deny' | 'ask';
  readonly tool: string;
  readonly expect: 'allow' | 'deny' | 'ask' | 'classify';
  readonly bypassLatched: boolean;
  readonly why: string;
};

/** A command that somebody might sneak past the rules, or that must not be asked about. */
export type BypassCase = {
  readonly id: string;
  readonly rules: readonly WrittenRule[];
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly must: 'not-allow' | 'deny' | 'allow';
  readonly why: string;
};

/** A command the rule literally covers: what the rules alone cannot see. */
export type BeyondCase = Omit<BypassCase, 'must'> & { readonly rulesSay: 'allow' | 'deny' | 'ask' };

const grammarAndModes = read<{ match: MatchCase[]; verdict: VerdictCase[]; mode: ModeCase[] }>('grammar-and-modes');
const bypass = read<{ cases: BypassCase[]; beyond: BeyondCase[] }>('bypass');

export const MATCH_CASES: readonly MatchCase[] = grammarAndModes.match;
export const VERDICT_CASES: readonly VerdictCase[] = grammarAndModes.verdict;
export const MODE_CASES: readonly ModeCase[] = grammarAndModes.mode;
export const BYPASS_CASES: readonly BypassCase[] = bypass.cases;
export const BEYOND_CASES: readonly BeyondCase[] = bypass.beyond;

/**
 * Rows that docs/pattern-grammar.md answers differently, and the answer that holds: read by their letter, `rm<TAB>-rf` would slip past
 * a deny of `rm *` (docs/adr/0003), and `https://a.test` past a deny of `https://a.test/*` (docs/adr/0013).
 */
export const OVERRULED: readonly { pattern: string; argument: string; expect: boolean }[] = [
  { pattern: 'Bash:git *', argument: 'git\tpush', expect: true },
  { pattern: 'WebFetch:https://git.test/*', argument: 'https://git.test', expect: true },
];

export function expectedMatch({ pattern, input, expect }: MatchCase): boolean | 'load-error' {
  const { command, url } = (input ?? {}) as { command?: unknown; url?: unknown };
  return OVERRULED.find((row) => row.pattern === pattern && row.argument === (command ?? url))?.expect ?? expect;
}

function read<Cases>(name: string): Cases {
  return JSON.parse(readFileSync(new URL(`cases/${name}.json`, import.meta.url), 'utf8')) as Cases;
}
