import { type Action, parsePattern, type Rule } from '@caliban/gate';
import { BYPASS_CASES, expectedMatch, MATCH_CASES, VERDICT_CASES } from './cases.ts';

/** A call, the rules before the built-in ones, and what may come out. */
export type DecidedCase = {
  readonly name: string;
  readonly rules: readonly Rule[];
  readonly tool: string;
  readonly input: unknown;
  readonly workspace: string;
  readonly expected: readonly Action[];
};

type WrittenCase = Omit<DecidedCase, 'rules' | 'workspace'> & {
  readonly rules: readonly { readonly pattern: string; readonly action: Action }[];
  readonly workspace?: string;
};

const OUTCOMES = { 'not-allow': ['ask', 'deny'], deny: ['deny'], allow: ['allow'] } as const;

/** The tables as one, without the rows about patterns that do not load: nobody gets as far as a call with those. */
export const DECIDED_CASES: readonly DecidedCase[] = [...matchCases(), ...verdictCases(), ...bypassCases()].flatMap(
  ({ rules: written, workspace = '/repo', ...row }) => {
    const rules = toRules(written);
    return rules === null ? [] : [{ ...row, workspace, rules }];
  },
);

function matchCases(): readonly WrittenCase[] {
  return MATCH_CASES.map((row) => ({
    ...row,
    name: `\`${row.pattern}\` on ${JSON.stringify(row.input)}: ${row.why}`,
    rules: [{ pattern: row.pattern, action: 'deny' }],
    expected: expectedMatch(row) === true ? ['deny'] : ['allow', 'ask'],
  }));
}

function verdictCases(): readonly WrittenCase[] {
  return VERDICT_CASES.flatMap(({ why, expect, ...row }) =>
    expect === 'load-error' ? [] : [{ ...row, name: why, expected: [expect.action as Action] }],
  );
}

function bypassCases(): readonly WrittenCase[] {
  return BYPASS_CASES.map(({ id, why, must, ...row }) => ({ ...row, name: `${id}: ${why}`, expected: OUTCOMES[must] }));
}

function toRules(written: WrittenCase['rules']): readonly Rule[] | null {
  const rules: Rule[] = [];
  for (const { pattern: text, action } of written) {
    const pattern = parsePattern(text);
    if (!pattern.ok) return null;
    rules.push({ pattern: pattern.value, action, source: { layer: 'project' } });
  }
  return rules;
}
