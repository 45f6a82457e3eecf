// What the page sends, read field by field. Throws a `BadRequest` for what can't be used.
import type { Result } from '@caliban/calls';
import { isRecord } from '@caliban/calls/types';
import type { AnswerOutcome } from '@caliban/inbox';
import type { PageAction, PageFileScope, PageScope, ProposedRule, ProposedRules } from './page-types.ts';
import type { SuggestionPlace } from './suggestions.ts';

/** Sent to the page with status 400: the request can't be used. */
export class BadRequest extends Error {}

export type Fields = Readonly<Record<string, unknown>>;

export function textIn(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value !== 'string' || value === '') throw new BadRequest(`\`${name}\` is missing`);
  return value;
}

export function workspaceIn(fields: Fields): string {
  const workspace = textIn(fields, 'workspace');
  if (!workspace.startsWith('/') && !/^[A-Za-z]:[\\/]/.test(workspace))
    throw new BadRequest('`workspace` is not an absolute path');
  return workspace;
}

export function fileScopeIn({ scope }: Fields): PageFileScope {
  if (scope === 'local' || scope === 'project' || scope === 'user') return scope;
  throw new BadRequest('`scope` is not local, project or user');
}

export function suggestionPlace(fields: Fields): SuggestionPlace {
  const scope = fields.scope === 'user' ? 'user' : 'project';
  const project = textIn(fields, 'project');
  return { scope, project: workspaceIn({ workspace: project }) };
}

export function patternsIn({ patterns }: Fields): ReadonlySet<string> {
  if (!Array.isArray(patterns)) throw new BadRequest('`patterns` is not a list');
  return new Set(patterns.map(String));
}

function actionIn({ action }: Fields): PageAction {
  if (action === 'allow' || action === 'deny') return action;
  throw new BadRequest('`action` is neither allow nor deny');
}

/** A line of commands may ask for so many parts. */
const MAX_RULES = 40;

export function proposedRules(fields: Fields): ProposedRules {
  const { comment, reason, rules, withTest } = fields;
  if (!Array.isArray(rules) || rules.length > MAX_RULES)
    throw new BadRequest(`\`rules\` is not a list of at most ${MAX_RULES} rules`);
  return {
    action: actionIn(fields),
    scope: scopeIn(fields),
    rules: rules.filter(isRecord).map(proposedRule),
    withTest: withTest === true,
    ...(typeof comment === 'string' ? { comment } : {}),
    ...(typeof reason === 'string' ? { reason } : {}),
  };
}

function proposedRule(fields: Fields): ProposedRule {
  const { part } = fields;
  return { part: typeof part === 'number' ? part : null, pattern: textIn(fields, 'pattern') };
}

function scopeIn(fields: Fields): PageScope {
  return fields.scope === 'session' ? 'session' : fileScopeIn(fields);
}

const MAX_MESSAGE = 4_000;

export type ReadAnswer = {
  readonly asks: readonly [BoundAsk, ...BoundAsk[]];
  readonly action: PageAction;
  readonly message: string | undefined;
  readonly through: string;
};

type BoundAsk = { readonly id: string; readonly hash: string };

export function readAnswer(body: Fields): ReadAnswer {
  return { asks: asksIn(body), action: actionIn(body), message: messageIn(body), through: throughIn(body) };
}

function messageIn({ message }: Fields): string | undefined {
  if (typeof message !== 'string' || message.trim() === '') return undefined;
  if (message.trim().length > MAX_MESSAGE) throw new BadRequest(`the message is longer than ${MAX_MESSAGE} characters`);
  return message.trim();
}

function throughIn({ through }: Fields): string {
  return typeof through === 'string' && /^[a-z]{1,20}$/.test(through) ? through : 'page';
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

export function orBad<Value>(result: Result<Value, string>): Value {
  if (!result.ok) throw new BadRequest(result.error);
  return result.value;
}

/** What the page is told about one ask. */
export function answered(outcome: AnswerOutcome): unknown {
  if (outcome.kind === 'unknown') return outcome;
  const { id, state, answer } = outcome.view;
  return { kind: outcome.kind, view: { id, state, answer } };
}
