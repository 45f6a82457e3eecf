import { errorText, visible } from '@caliban/calls/text';
import { isRecord } from '@caliban/calls/types';
import { formatPattern, type Rule } from '@caliban/gate';
import type { AnswerOutcome, Inbox, MountedReply, SentRule, SentRules } from '@caliban/inbox';
import { saveRule } from '../compose/rule-memory.ts';
import type { AlwaysOutcome, PageScope } from './page-types.ts';
import { type KeptRules, soundRules } from './proposed-rules.ts';
import type { AskedQuestion } from './question-of-ask.ts';
import { answered, BadRequest, type Fields, orBad, proposedRules, readAnswer } from './request-fields.ts';
import type { ShortPaths } from './short-paths.ts';

export type AnswerParts = {
  readonly inbox: Inbox;
  readonly askedAbout: (id: string) => Promise<AskedQuestion>;
  readonly answererName: () => Promise<string>;
  readonly short: ShortPaths;
};

/**
 * One answer for all asks of a card. Its rules are written only if it was the first for one of them. Agents that keep rules get them
 * with the answer, because a session reads its files only when it starts.
 */
export async function answerCard(
  body: Fields,
  { inbox, askedAbout, answererName, short }: AnswerParts,
): Promise<MountedReply> {
  const { asks, action, message, through } = readAnswer(body);
  const always = isRecord(body.always) ? await soundAlways({ ...body.always, action }) : null;
  const by = { kind: 'person', name: await answererName(), through } as const;
  const outcomes: AnswerOutcome[] = [];
  for (const { id, hash } of asks)
    outcomes.push(
      await inbox.answer(id, {
        ...{ hash, action, by },
        ...(message === undefined ? {} : { message }),
        ...(always === null ? {} : { always: sentRules(always) }),
      }),
    );
  const hasWon = outcomes.some(({ kind }) => kind === 'won');
  const saved = hasWon && always !== null ? await saveAll(always, short) : null;
  return { status: hasWon ? 200 : 409, body: { outcomes: outcomes.map(answered), always: saved } };

  async function soundAlways(fields: Fields): Promise<Always> {
    const proposed = proposedRules(fields);
    const asked = await askedAbout(asks[0].id);
    const kept = orBad(soundRules(proposed, asked));
    if (proposed.scope === 'session') await refuseWithoutSession();
    return { asked, kept, scope: proposed.scope };
  }

  async function refuseWithoutSession(): Promise<void> {
    const views = await Promise.all(asks.map(({ id }) => inbox.view(id)));
    if (views.some((view) => view?.ask.context.keepsRules !== true))
      throw new BadRequest('this agent can keep no rule for its session: it starts a new process for each call');
  }
}

type Always = { readonly asked: AskedQuestion; readonly kept: KeptRules; readonly scope: PageScope };

function sentRules({ kept: [first, ...also], scope }: Always): SentRules {
  return { scope, rules: [sentRule(first.rule), ...also.map(({ rule }) => sentRule(rule))] };
}

function sentRule({ pattern, comment, reason }: Rule): SentRule {
  return {
    pattern: formatPattern(pattern),
    ...(comment === undefined ? {} : { comment }),
    ...(reason === undefined ? {} : { reason }),
  };
}

async function saveAll({ asked, kept, scope }: Always, short: ShortPaths): Promise<AlwaysOutcome> {
  const rules = kept.map(({ rule }) => `${rule.action} ${visible(formatPattern(rule.pattern))}`);
  if (scope === 'session') return { kind: 'saved', rules, file: null };
  const { question, policy, world } = asked;
  const { cwd: _, ...context } = question.call.context;
  const parts = {
    fileRules: policy.rules,
    seesThroughWrappers: policy.seesThroughWrappers,
    locations: world.locations,
    world: { context, ownDirectories: world.ownDirectories },
  };
  let file = '';
  for (const [index, each] of kept.entries()) {
    const saved = await saveRule({ ...each, scope }, question.call, parts).catch((error: unknown) => ({
      ok: false as const,
      error: errorText(error),
    }));
    if (!saved.ok) return { kind: 'not-saved', problem: visible(`${rules[index]}: ${saved.error}`) };
    file = short(saved.value.file);
  }
  return { kind: 'saved', rules, file };
}
