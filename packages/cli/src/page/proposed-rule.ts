import type { Result, ToolCall } from '@caliban/calls';
import { visible } from '@caliban/calls/text';
import { fail, ok } from '@caliban/calls/types';
import { type Part, parsePattern, type Rule } from '@caliban/gate';
import { askingParts, callText, LAYER_OF, ruleMatcher, uncovered, unheardBecause } from '@caliban/gate/inspect';
import { FOLDS_CASE } from '../paths/workspace-context.ts';
import { targetOf } from '../rules/writing.ts';
import type { ProposedRule, RulePreview } from './page-types.ts';
import type { AskedQuestion } from './question-of-ask.ts';
import type { ShortPaths } from './short-paths.ts';

export type SoundRule = { readonly rule: Rule; readonly left: number };

/** The same guards as in the terminal: it parses, it matches this call, and nothing allows caliban's own files. */
export function soundRule(
  { part: number, pattern: written, action, scope, comment, reason }: Omit<ProposedRule, 'id'>,
  { question, book }: AskedQuestion,
): Result<SoundRule, string> {
  const pattern = parsePattern(written);
  if (!pattern.ok) return fail(`column ${pattern.error.column}: ${pattern.error.message}`);
  const { call, verdict } = question;
  if (action === 'allow' && verdict.because.kind === 'own-file')
    return fail("no rule can allow writes to caliban's own files");
  const rule: Rule = {
    pattern: pattern.value,
    action,
    source: { layer: LAYER_OF[scope] },
    ...(comment === undefined || comment === '' ? {} : { comment }),
    ...(action !== 'deny' || reason === undefined || reason === '' ? {} : { reason }),
  };
  const asking = verdict.action === 'ask' ? askingParts(question, book) : [];
  const part = asking.find((each) => each.number === number);
  if (!ruleMatcher(rule, { foldPaths: FOLDS_CASE })(call, part))
    return fail(`matches this call: no${isPartOnly(action, part) ? ` (part ${number})` : ''}, so it can't be saved`);
  const parts = asking.filter(({ kind }) => kind !== 'line');
  return ok({ rule, left: uncovered([rule], call, parts, { foldPaths: FOLDS_CASE }).length });
}

function isPartOnly(action: string, part: Part | undefined): boolean {
  return action === 'allow' && part !== undefined && part.of > 1;
}

const MAX_SAMPLES = 8;
const AT_ONCE = 50;

export type PreviewParts = {
  /** The last calls of the log, described again. */
  readonly recentCalls: () => Promise<readonly ToolCall[]>;
  readonly short: ShortPaths;
};

/** What saving it would do, and what else it would have matched. */
export async function previewRule(
  proposed: ProposedRule,
  asked: AskedQuestion,
  { recentCalls, short }: PreviewParts,
): Promise<RulePreview> {
  const file = short(targetOf(asked.world.locations, proposed.scope).permissions);
  const sound = soundRule(proposed, asked);
  if (!sound.ok) return { problem: sound.error, left: 0, unheard: null, file, recent: null };
  const why = unheardBecause(asked.question, proposed.scope);
  const unheard = why === null ? null : short(why);
  const recent = await recentMatches(sound.value.rule, recentCalls).catch(() => null);
  return { problem: null, left: sound.value.left, unheard, file, recent };
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
    // This process also answers hooks.
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
