// An ask, its answer and its end, as they are stored and as they travel: plain JSON.
//
//   pending → allowed | denied | expired | cancelled      (the fact `answer`)
//   allowed → consumed | lapsed                            (the fact `consumed`)
//
// An answer is bound to the exact call by a hash, see `boundHash`.

import { createHash } from 'node:crypto';
import type { Result } from '@caliban/calls';
import { canonicalJson } from '@caliban/calls/text';
import { fail, ok } from '@caliban/calls/types';
import type { Scope } from '@caliban/gate';
import type { ShownRehearsal } from './shown-rehearsal.ts';

/** What an answer is bound to. A change of any of these is another call. */
export type BoundCall = {
  readonly tool: string;
  readonly input: unknown;
  readonly cwd: string;
  readonly workspace: string;
  readonly session: string;
  /** The id of the tool call, if the agent has one; else the id of the ask. */
  readonly callId: string;
  /** The version of the rules in force when it was asked. */
  readonly policy: string;
  /** Of a command that was rehearsed: the digest of what is shown of that. A yes makes these changes. */
  readonly rehearsal?: string;
};

/** For display only; nothing here affects the decision. */
export type AskContext = {
  /** The agent it comes from: `claude-code`, `caliban`, … */
  readonly host: string;
  /** Why it is asked, in one sentence. */
  readonly why: string;
  /** Curated classes of the call, such as `@recursive-deletion`. */
  readonly classes?: readonly string[];
  /** The name of a sub-agent. */
  readonly agent?: string;
  /** How many people have to allow it. Default: one. */
  readonly approvals?: number;
  /** Keeps the rules that come with an answer, until its session ends. */
  readonly keepsRules?: true;
  /** The person whose agent asks can't allow it. */
  readonly selfApproval?: false;
  /** Where it comes from. Set by a hub from the token, never by the agent. */
  readonly from?: { readonly install: string; readonly owner: string; readonly team: string };
};

export type Ask = {
  readonly call: BoundCall;
  /** Bound by its digest in the call. */
  readonly rehearsal?: ShownRehearsal;
  readonly hash: string;
  /** How long the agent waits for an answer. */
  readonly limitMs: number;
  /** How long an allow stays valid until the agent runs the call. */
  readonly lapseMs: number;
  readonly context: AskContext;
};

export type Answerer =
  | { readonly kind: 'person'; readonly name: string; readonly through: string }
  | { readonly kind: 'clock' }
  /** The agent that asked, or the person who started it. */
  | { readonly kind: 'asker' };

export type AskAnswer = {
  readonly kind: 'allowed' | 'denied' | 'expired' | 'cancelled';
  readonly hash: string;
  readonly by: Answerer;
  /** Of an allow that several people had to give: everyone who gave it. */
  readonly approvers?: readonly string[];
  /** For the model, with a deny. */
  readonly message?: string;
  /** For an agent that keeps rules. A hub sends none, so they aren't signed. */
  readonly always?: SentRules;
  /** Over `signedText`, with the hub's key. */
  readonly signature?: string;
};

/** The rules behind an "always", with the action of the answer. A file of the scope is written by the server. */
export type SentRules = {
  readonly scope: Scope;
  readonly rules: readonly [SentRule, ...SentRule[]];
};

export type SentRule = { readonly pattern: string; readonly comment?: string; readonly reason?: string };

/** One person's approval, if several are needed. */
export type Approval = {
  readonly hash: string;
  readonly by: Answerer;
  /** By the key of a hub, over `signedApprovalText`. */
  readonly signature?: string;
};

export type AskEnd = { readonly kind: 'consumed' | 'lapsed'; readonly hash: string };

export type AskState = 'pending' | AskAnswer['kind'] | AskEnd['kind'];

/** Everything known about an ask. Times are those of the store, in milliseconds since 1970. */
export type AskView = {
  readonly id: string;
  readonly state: AskState;
  readonly ask: Ask;
  readonly askedAt: number;
  /** By the store's clock. The agent has its own clock, and the shorter time applies. */
  readonly expiresAt: number;
  /** For an ask that needs several: the approvals so far. The last one is the answer. */
  readonly approvals?: readonly (Approval & { readonly at: number })[];
  readonly answer?: AskAnswer & { readonly at: number };
  readonly end?: AskEnd & { readonly at: number };
};

/** SHA-256 of the canonical JSON. Fails for an input that JSON can't represent without loss. */
export function boundHash(call: BoundCall): Result<string, string> {
  const { tool, input, cwd, workspace, session, callId, policy, rehearsal } = call;
  return hashOf({ tool, input, cwd, workspace, session, callId, policy, rehearsal });
}

/** What a hub signs, so that an answer that someone wrote into its database allows nothing. */
export function signedText(askId: string, { kind, hash, by, approvers, message }: AskAnswer): string {
  const several = approvers === undefined ? {} : { approvers };
  return signable('caliban answer 1', { askId, kind, hash, by, message: message ?? null, ...several });
}

/** What a hub signs of each of several people's yes. */
export function signedApprovalText(askId: string, { hash, by }: Approval): string {
  return signable('caliban approval 1', { askId, hash, by });
}

/** With its purpose, so that a signature of something else can't pass for it. */
function signable(purpose: string, value: unknown): string {
  const text = canonicalJson(value);
  if (!text.ok) throw new Error(`it has no canonical JSON: ${text.error}`);
  return `${purpose}\n${text.value}`;
}

/**
 * The same for calls that a person can't tell apart: these are shown as one card. Those of two people aren't: with a stolen token someone
 * could repeat a call that another person is about to be allowed.
 */
export function foldKey({ call, context }: Ask): string {
  const { tool, input, cwd, workspace, policy, rehearsal } = call;
  const { host, approvals = 1, selfApproval = true, from } = context;
  const key = hashOf({
    tool,
    input,
    cwd,
    workspace,
    policy,
    rehearsal,
    host,
    approvals,
    selfApproval,
    owner: from?.owner ?? null,
  });
  if (!key.ok) throw new Error(`a stored ask has no canonical JSON: ${key.error}`);
  return key.value;
}

function hashOf(value: unknown): Result<string, string> {
  const canonical = canonicalJson(value);
  if (!canonical.ok) return fail(canonical.error);
  return ok(createHash('sha256').update(canonical.value).digest('hex'));
}
