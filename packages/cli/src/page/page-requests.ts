// What the page sends, read.

import { isRecord } from '@caliban/calls/types';
import type { AnswerOutcome, MountedRequest } from '@caliban/inbox';
import type { PageAction } from './page-types.ts';

/** Said to the page with status 400: what was sent can't be used. */
export class BadRequest extends Error {}

type Fields = MountedRequest['body'];

const MAX_MESSAGE = 4_000;

export type ReadAnswer = {
  readonly asks: readonly [BoundAsk, ...BoundAsk[]];
  readonly action: PageAction;
  readonly message: string | undefined;
  readonly through: string;
};

type BoundAsk = { readonly id: string; readonly hash: string };

export function readAnswer(body: Fields): ReadAnswer {
  const { action } = body;
  if (action !== 'allow' && action !== 'deny') throw new BadRequest('`action` is neither allow nor deny');
  const message = typeof body.message === 'string' && body.message.trim() !== '' ? body.message.trim() : undefined;
  if (message !== undefined && message.length > MAX_MESSAGE)
    throw new BadRequest(`the message is longer than ${MAX_MESSAGE} characters`);
  const through = typeof body.through === 'string' && /^[a-z]{1,20}$/.test(body.through) ? body.through : 'page';
  return { asks: asksIn(body), action, message, through };
}

function asksIn({ asks }: Fields): ReadAnswer['asks'] {
  const found = (Array.isArray(asks) ? asks.filter(isRecord) : []).map((ask) => ({
    id: textIn(ask, 'id'),
    hash: textIn(ask, 'hash'),
  }));
  const [first, ...others] = found;
  if (first === undefined || others.length > 1_000) throw new BadRequest('`asks` is not a list of 1 to 1000 asks');
  return [first, ...others];
}

export function answered(outcome: AnswerOutcome): unknown {
  if (outcome.kind === 'unknown') return outcome;
  const { id, state, answer } = outcome.view;
  return { kind: outcome.kind, view: { id, state, answer } };
}

export function textIn(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value !== 'string' || value === '') throw new BadRequest(`\`${name}\` is missing`);
  return value;
}

export function patternsIn({ patterns }: Fields): ReadonlySet<string> {
  if (!Array.isArray(patterns)) throw new BadRequest('`patterns` is not a list');
  return new Set(patterns.map(String));
}

export function orBad<Value>(result: { ok: true; value: Value } | { ok: false; error: string }): Value {
  if (!result.ok) throw new BadRequest(result.error);
  return result.value;
}
