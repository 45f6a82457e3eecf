import { createHash } from 'node:crypto';
import type { Result, ToolCall } from '@caliban/calls';
import { classNamesIn } from '@caliban/calls/classes';
import { cutMiddle } from '@caliban/calls/text';
import { fail, ok } from '@caliban/calls/types';
import { formatPattern, type Question, type RuleBook } from '@caliban/gate';
import { becauseText, neededPeople } from '@caliban/gate/filter';
import { type Ask, boundHash } from '../ask/ask.ts';
import { rehearsalDigest, shownRehearsal } from '../ask/shown-rehearsal.ts';

export type AskTerms = {
  /** The id of this ask; also used for a call without an id. */
  readonly id: string;
  /** The rules in force, see `policyVersion`. */
  readonly policy: string;
  readonly limitMs: number;
  readonly keepsRules?: boolean;
  /** So long an allow may wait for the agent; without it as long as an agent that waits needs. */
  readonly lapseMs?: number;
};

/** An ask for the inbox, bound to exactly this call. Fails for an input that JSON can't represent without loss. */
export function askOf(
  { call, verdict, rehearsal }: Question,
  { id, policy, limitMs, keepsRules = false, lapseMs = LAPSE_MS }: AskTerms,
): Result<Ask, string> {
  const { tool, input, context: place, origin } = call;
  const shown = rehearsal === undefined ? undefined : shownRehearsal(rehearsal);
  const digest = shown === undefined ? undefined : rehearsalDigest(shown);
  if (digest?.ok === false) return fail(digest.error);
  const bound = {
    tool,
    input: input ?? null,
    cwd: place.cwd ?? place.workspace,
    workspace: place.workspace,
    session: origin.sessionId ?? '',
    callId: origin.toolUseId ?? id,
    policy,
    ...(digest === undefined ? {} : { rehearsal: digest.value }),
  };
  const hash = boundHash(bound);
  if (!hash.ok) return fail(hash.error);
  const context = {
    host: origin.host ?? 'caliban',
    why: cutMiddle(becauseText(verdict.because), MAX_WHY).text,
    classes: namedClasses(call),
    ...(origin.agent === undefined ? {} : { agent: origin.agent }),
    ...(keepsRules ? { keepsRules: true as const } : {}),
    ...neededPeople(verdict),
  };
  const ask = { call: bound, hash: hash.value, limitMs, lapseMs, context };
  return ok(shown === undefined ? ask : { ...ask, rehearsal: shown });
}

/** A waiting agent uses an approval at once. */
const LAPSE_MS = 60_000;
const MAX_WHY = 4_000;

function namedClasses(call: ToolCall): readonly string[] {
  try {
    return classNamesIn(call).map((name) => `@${name}`);
  } catch {
    // These are only for display; the question works without them.
    return [];
  }
}

/** Changes with every rule. */
export function policyVersion({ rules }: RuleBook): string {
  const hash = createHash('sha256');
  for (let position = 0; position < rules.size; position++) {
    const { action, pattern, source, approvals, selfApproval } = rules.rule(position);
    hash.update(`${source.layer}\0${action}\0${formatPattern(pattern)}\0`);
    if (approvals !== undefined || selfApproval !== undefined) hash.update(`${approvals}\0${selfApproval}\0`);
  }
  return hash.digest('hex').slice(0, 32);
}
