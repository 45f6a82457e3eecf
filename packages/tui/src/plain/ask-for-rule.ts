import { type Pattern, parsePattern, type Question, type Result, type Rule, type Scope } from '@caliban/gate';
import { isOneOfSeveral } from '@caliban/gate/internal/filter/because-text';
import { visible } from '@caliban/gate/internal/text/visible';
import { fail } from '@caliban/gate/internal/types/result';
import { offerFor } from '../ask/answers.ts';
import type { AskedPart } from '../ask/asked-parts.ts';
import { ruleMatcher } from '../ask/rule-matcher.ts';
import { LAYER_OF, unheardBecause } from '../ask/unheard.ts';
import { quoted } from '../ask/why-lines.ts';
import { SCOPES } from '../fields/rule-form.ts';
import { choose } from './choose.ts';
import type { PlainConsole } from './plain-console.ts';

/** The rule behind "always", asked for line by line. `gone`: nobody is there any more. */
type AskedRule = { readonly kind: 'rule'; readonly rule: Rule; readonly scope: Scope } | Left;

type Left = { readonly kind: 'back' } | { readonly kind: 'gone' };

type Always = { readonly action: 'allow' | 'deny'; readonly lacking: readonly AskedPart[] };

export async function askForRule(
  console: PlainConsole,
  question: Question,
  { action, lacking }: Always,
  signal: AbortSignal,
): Promise<AskedRule> {
  const pattern = await askForPattern();
  if (pattern.kind !== 'pattern') return pattern;
  const scope = await choose(console, {
    title: 'where does it hold?',
    choices: [...SCOPES, 'back'] as const,
    name: (each) => (each === 'back' ? BACK : scopeName(each, question)),
    letter: (each) => (each === 'back' ? 'b' : ''),
    onEmpty: 'back',
    signal,
  });
  if (scope === null) return GONE;
  if (scope === 'back') return { kind: 'back' };
  const comment = await line('a comment for people (return for none): ');
  const reason = action === 'deny' ? await line('what the model reads (return for none): ') : '';
  if (comment === null || reason === null) return GONE;
  const rule: Rule = {
    pattern: pattern.pattern,
    action,
    source: { layer: LAYER_OF[scope] },
    ...(comment === '' ? {} : { comment }),
    ...(reason === '' ? {} : { reason }),
  };
  return { kind: 'rule', rule, scope };

  async function askForPattern(): Promise<{ readonly kind: 'pattern'; readonly pattern: Pattern } | Left> {
    const offered = lacking.flatMap(forPart);
    const { missing } = offerFor(question, lacking);
    if (offered.length === 0 && missing !== null) console.print(missing);
    for (;;) {
      const chosen = await choose(console, {
        title: `always ${action} what?`,
        choices: [...offered, OWN, { kind: 'back' } as const],
        name: patternChoiceName,
        letter: ({ kind }) => (kind === 'own' ? 'p' : kind === 'back' ? 'b' : ''),
        onEmpty: { kind: 'back' } as const,
        signal,
      });
      if (chosen === null) return GONE;
      if (chosen.kind === 'back') return chosen;
      const typed = chosen.kind === 'own' ? await line('a pattern (return for none): ') : chosen.pattern;
      if (typed === null) return GONE;
      if (typed === '') continue;
      const pattern = fitting(typed);
      if (pattern.ok) return { kind: 'pattern', pattern: pattern.value };
      console.print(pattern.error);
    }
  }

  /** As in the drawn prompt, it has to be a pattern, and to match: an allow one of the parts that ask, a deny any. */
  function fitting(text: string): Result<Pattern, string> {
    const pattern = parsePattern(text);
    if (!pattern.ok) return fail(`column ${pattern.error.column}: ${visible(pattern.error.message)}`);
    const { call } = question;
    const rule: Rule = { pattern: pattern.value, action, source: { layer: 'runtime' } };
    const matches = ruleMatcher(rule, { foldPaths: call.surroundings.foldsCase === true });
    return lacking.some(({ part }) => matches(call, part)) ? pattern : fail('matches this call: no, so not saved');
  }

  /** Null when nobody is there any more. */
  async function line(asked: string): Promise<string | null> {
    console.ask(asked);
    return (await console.nextLine(signal))?.trim() ?? null;
  }
}

const GONE: Left = { kind: 'gone' };

/** A pattern, and in words what it covers. */
type Offered = { readonly kind: 'offered'; readonly pattern: string; readonly covers: string };

const OWN = { kind: 'own' } as const;

/** The narrowest first; of a line of several commands each says which one it is for. */
function forPart({ part, suggestions }: AskedPart): readonly Offered[] {
  const where = isOneOfSeveral(part) ? `part ${part.number} of ${part.of}, ${quoted(part.text)}: ` : '';
  return suggestions
    .toReversed()
    .map(({ pattern, explanation }) => ({ kind: 'offered', pattern, covers: where + visible(explanation) }));
}

const BACK = 'back to the question, as return alone';

function patternChoiceName(choice: Offered | typeof OWN | { readonly kind: 'back' }): string {
  switch (choice.kind) {
    case 'offered':
      return `${visible(choice.pattern)} (${choice.covers})`;
    case 'own':
      return 'another pattern';
    case 'back':
      return BACK;
  }
}

const SCOPE_NAMES: Readonly<Record<Scope, string>> = {
  session: 'this session',
  local: 'this workspace, for me alone (local file)',
  project: 'this project, for everybody who works on it (project file)',
  user: 'everything I do (user file)',
};

function scopeName(scope: Scope, question: Question): string {
  const unheard = unheardBecause(question, scope);
  return unheard === null ? SCOPE_NAMES[scope] : `${SCOPE_NAMES[scope]}; ${unheard}`;
}
