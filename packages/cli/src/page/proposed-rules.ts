import type { Result, ToolCall } from '@caliban/calls';
import { visible } from '@caliban/calls/text';
import { fail, ok } from '@caliban/calls/types';
import type { KeptRule, Part, Rule } from '@caliban/gate';
import {
  anyPart,
  askedParts,
  askingParts,
  callText,
  partsLeft,
  ruleMatcher,
  testedCall,
  unheardBecause,
  wishedRule,
} from '@caliban/gate/inspect';
import { FOLDS_CASE } from '../paths/workspace-context.ts';
import { targetOf } from '../rules/writing.ts';
import type { ProposedRule, ProposedRules, RulePreview, RulesPreview } from './page-types.ts';
import type { AskedQuestion } from './question-of-ask.ts';
import type { ShortPaths } from './short-paths.ts';

export type KeptRules = readonly [KeptRule, ...KeptRule[]];

/** All of them, or what keeps one from being saved. The same guards as in the terminal. */
export function soundRules(proposed: ProposedRules, asked: AskedQuestion): Result<KeptRules, string> {
  const kept: KeptRule[] = [];
  for (const each of proposed.rules) {
    const rule = soundRule(each, proposed, asked);
    if (!rule.ok) return rule;
    kept.push(rule.value);
  }
  const [first, ...also] = kept;
  return first === undefined ? fail('there is no rule to save') : ok([first, ...also]);
}

/** It parses, it matches this call, and nothing allows caliban's own files. */
function soundRule(
  { part, pattern }: ProposedRule,
  { action, scope, comment = '', reason = '', withTest = false }: ProposedRules,
  asked: AskedQuestion,
): Result<KeptRule, string> {
  const { call, verdict } = asked.question;
  if (action === 'allow' && verdict.because.kind === 'own-file')
    return fail("no rule can allow writes to caliban's own files");
  const wish = {
    ...{ action, scope },
    ...(comment === '' ? {} : { comment }),
    ...(action !== 'deny' || reason === '' ? {} : { reason }),
  };
  const parts = partsMeant(part, asked);
  const wished = wishedRule(pattern, wish, { call, parts });
  switch (wished.kind) {
    case 'unsound':
      return fail(`column ${wished.problem.column}: ${wished.problem.message}`);
    case 'no-match': {
      const [only] = parts;
      const where = action === 'allow' && only !== undefined && only.of > 1 ? ` (part ${only.number})` : '';
      return fail(`matches this call: no${where}, so it can't be saved`);
    }
    case 'matches': {
      const testOf = withTest ? testedCall(wish, call, parts[0]) : null;
      return ok({ rule: wished.rule, ...(testOf === null ? {} : { testOf }) });
    }
  }
}

function partsMeant(number: number | null, asked: AskedQuestion): readonly (Part | undefined)[] {
  const asking = partsThatAsk(asked);
  if (number === 0) return anyPart([]);
  const part = asking.find((each) => each.number === number && each.kind !== 'line');
  return part === undefined ? anyPart(askedParts(asked.question, asking)) : [part];
}

function partsThatAsk({ question, book }: AskedQuestion): readonly Part[] {
  return question.verdict.action === 'ask' ? askingParts(question, book) : [];
}

const MAX_SAMPLES = 8;
const AT_ONCE = 50;

export type PreviewParts = {
  /** The last calls of the log, described again. */
  readonly recentCalls: () => Promise<readonly ToolCall[]>;
  readonly short: ShortPaths;
};

/** What saving them would do, and what else each would have matched. */
export async function previewRules(
  proposed: ProposedRules,
  asked: AskedQuestion,
  { recentCalls, short }: PreviewParts,
): Promise<RulesPreview> {
  const { scope, rules } = proposed;
  const { question, world } = asked;
  const sound = rules.map((each) => soundRule(each, proposed, asked));
  const allows = sound.flatMap((each) => (each.ok && each.value.rule.action === 'allow' ? [each.value.rule] : []));
  const why = unheardBecause(question, scope);
  const previews: RulePreview[] = [];
  for (const each of sound)
    previews.push(
      each.ok
        ? { problem: null, recent: await recentMatches(each.value.rule, recentCalls).catch(() => null) }
        : { problem: each.error, recent: null },
    );
  return {
    rules: previews,
    left: partsLeft(allows, question.call, partsThatAsk(asked)),
    unheard: why === null ? null : short(why),
    file: scope === 'session' ? null : short(targetOf(world.locations, scope).permissions),
  };
}

async function recentMatches(
  rule: Rule,
  recentCalls: () => Promise<readonly ToolCall[]>,
): Promise<NonNullable<RulePreview['recent']>> {
  const matches = ruleMatcher(rule, { foldPaths: FOLDS_CASE });
  const samples = new Map<string, number>();
  const calls = await recentCalls();
  let count = 0;
  for (const [index, call] of calls.entries()) {
    // The same process answers hooks.
    if (index % AT_ONCE === 0) await new Promise((resolve) => setImmediate(resolve));
    if (!matches(call)) continue;
    count++;
    const text = visible(callText(call).subject.slice(0, MAX_SAMPLE));
    samples.set(text, (samples.get(text) ?? 0) + 1);
  }
  const frequent = [...samples].sort(([, one], [, other]) => other - one).slice(0, MAX_SAMPLES);
  return {
    matches: count,
    of: calls.length,
    samples: frequent.map(([text, times]) => (times > 1 ? `${text}  ×${times}` : text)),
  };
}

const MAX_SAMPLE = 200;
