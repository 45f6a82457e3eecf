import type { Result } from '@caliban/calls';
import { visible } from '@caliban/calls/text';
import { fail, ok } from '@caliban/calls/types';
import type { KeptRule, Pattern, Question, Scope } from '@caliban/gate';
import { isOneOfSeveral } from '@caliban/gate/filter';
import {
  type AskedPart,
  anyPart,
  isWholeLine,
  LAYER_OF,
  type OfferedRule,
  offeredRules,
  preselectedPattern,
  scopeText,
  unheardBecause,
  whyNoRuleFits,
  wishedRule,
} from '@caliban/gate/inspect';
import { shownFile } from '../ask/shown-path.ts';
import { quoted } from '../ask/why-lines.ts';
import { SCOPES } from '../fields/rule-form.ts';
import { choose } from './choose.ts';
import type { PlainConsole } from './plain-console.ts';

/** The rules behind "always", asked for line by line. `gone`: the input has ended. */
type AskedRules =
  | { readonly kind: 'rules'; readonly rules: readonly [KeptRule, ...KeptRule[]]; readonly scope: Scope }
  | Left;

type Left = { readonly kind: 'back' } | { readonly kind: 'gone' };

type Always = {
  readonly action: 'allow' | 'deny';
  readonly lacking: readonly AskedPart[];
  readonly fileOf: (scope: Scope) => string | null;
};

export async function askForRules(
  console: PlainConsole,
  question: Question,
  { action, lacking, fileOf }: Always,
  signal: AbortSignal,
): Promise<AskedRules> {
  const chosen = await askForPatterns();
  if (chosen.kind !== 'patterns') return chosen;
  const scope = await choose(console, {
    title: 'where is it kept?',
    choices: [...SCOPES, 'back'] as const,
    name: (each) => (each === 'back' ? BACK : scopeName(each)),
    letter: (each) => (each === 'back' ? 'b' : ''),
    onEmpty: 'back',
    signal,
  });
  if (scope === null) return GONE;
  if (scope === 'back') return { kind: 'back' };
  const comment = await line('a comment for people (return for none): ');
  const reason = action === 'deny' ? await line('what the model reads (return for none): ') : '';
  if (comment === null || reason === null) return GONE;
  const ruleFor = (pattern: Pattern): KeptRule => ({
    rule: {
      pattern,
      action,
      source: { layer: LAYER_OF[scope] },
      ...(comment === '' ? {} : { comment }),
      ...(reason === '' ? {} : { reason }),
    },
  });
  const [first, ...others] = chosen.patterns;
  return { kind: 'rules', rules: [ruleFor(first), ...others.map(ruleFor)], scope };

  async function askForPatterns(): Promise<Patterns | Left> {
    const rules = offeredRules(question, lacking, action);
    const offered = [...forAllParts(rules, lacking, action), ...rules.flatMap(forPart)];
    if (offered.length === 0) console.print(whyNoRuleFits(question));
    for (;;) {
      const chosen = await choose(console, {
        title: `always ${action} what?`,
        choices: [...offered, OWN, { kind: 'back' } as const],
        name: patternChoiceName,
        letter: ({ kind }) => LETTERS[kind],
        onEmpty: { kind: 'back' } as const,
        signal,
      });
      if (chosen === null) return GONE;
      if (chosen.kind === 'back') return chosen;
      const typed = chosen.kind === 'own' ? [await line('a pattern (return for none): ')] : chosen.patterns;
      const patterns: Pattern[] = [];
      for (const text of typed) {
        if (text === null) return GONE;
        if (text === '') continue;
        const pattern = fitting(text);
        if (pattern.ok) patterns.push(pattern.value);
        else console.print(pattern.error);
      }
      const [first, ...others] = patterns;
      if (first !== undefined && patterns.length === typed.length) {
        return { kind: 'patterns', patterns: [first, ...others] };
      }
    }
  }

  function scopeName(scope: Scope): string {
    const path = fileOf(scope);
    const file = path === null ? null : shownFile(path, question.call.context);
    const unheard = unheardBecause(question, scope);
    return unheard === null ? scopeText(scope, file) : `${scopeText(scope, file)}; ${unheard}`;
  }

  /** As in the drawn prompt, it has to be a pattern, and to match: an allow one of the parts that ask, a deny any part. */
  function fitting(text: string): Result<Pattern, string> {
    const wished = wishedRule(text, { action, scope: 'session' }, { call: question.call, parts: anyPart(lacking) });
    switch (wished.kind) {
      case 'unsound':
        return fail(`column ${wished.problem.column}: ${visible(wished.problem.message)}`);
      case 'no-match':
        return fail('matches this call: no, so not saved');
      case 'matches':
        return ok(wished.rule.pattern);
    }
  }

  /** Null if the input has ended. */
  async function line(asked: string): Promise<string | null> {
    console.ask(asked);
    return (await console.nextLine(signal))?.trim() ?? null;
  }
}

const GONE: Left = { kind: 'gone' };

type Patterns = { readonly kind: 'patterns'; readonly patterns: readonly [Pattern, ...Pattern[]] };

/** Patterns, and a description of what they cover. */
type Offered = {
  readonly kind: 'offered' | 'all' | 'line';
  readonly patterns: readonly string[];
  readonly covers: string;
};

const OWN = { kind: 'own' } as const;

const LETTERS = { offered: '', all: 'a', line: 'l', own: 'p', back: 'b' } as const;

/** A deny of one part rejects the whole line, so only allows are saved for all parts at once. */
function forAllParts(
  rules: readonly OfferedRule[],
  lacking: readonly AskedPart[],
  action: 'allow' | 'deny',
): readonly Offered[] {
  const patterns = rules.filter(({ isTicked }) => isTicked).flatMap((rule) => preselectedPattern(rule) || []);
  if (action === 'deny' || patterns.length < 2 || patterns.length < lacking.length) return [];
  return [{ kind: 'all', patterns, covers: `a rule for each of the ${patterns.length} parts that ask` }];
}

/** The narrowest first; for a line of several commands each says which one it is for. */
function forPart({ part, suggestions }: OfferedRule): readonly Offered[] {
  if (isWholeLine({ part }))
    return suggestions.map(({ pattern, explanation }) => ({ kind: 'line', patterns: [pattern], covers: explanation }));
  const where = isOneOfSeveral(part) ? `part ${part.number} of ${part.of}, ${quoted(part.text)}: ` : '';
  return suggestions.toReversed().map(({ pattern, explanation }) => ({
    kind: 'offered',
    patterns: [pattern],
    covers: where + visible(explanation),
  }));
}

const BACK = 'back to the question, as return alone';

function patternChoiceName(choice: Offered | typeof OWN | { readonly kind: 'back' }): string {
  switch (choice.kind) {
    case 'offered':
    case 'all':
    case 'line':
      return `${choice.patterns.map(visible).join(', ')} (${choice.covers})`;
    case 'own':
      return 'another pattern';
    case 'back':
      return BACK;
  }
}
