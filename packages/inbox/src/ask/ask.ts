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
  /** The message to the model, with a deny. */
  readonly message?: string;
  /** Over `signedText`, with the hub's key. */
  readonly signature?: string;
};

/** One person's approval, if several are needed. */
export type Approval = { readonly hash: string; readonly by: Answerer };

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

/** The text a hub signs, so that a forged answer in its database allows nothing. */
export function signedText(askId: string, { kind, hash, by, message }: AskAnswer): string {
  const text = canonicalJson({ askId, kind, hash, by, message: message ?? null });
  if (!text.ok) throw new Error(`an answer has no canonical JSON: ${text.error}`);
  return `caliban answer 1\n${text.value}`;
}

/** Equal for calls that a person can't distinguish: these are shown as one card. */
export function foldKey({ call, context: { host } }: Ask): string {
  const { tool, input, cwd, workspace, policy, rehearsal } = call;
  const key = hashOf({ tool, input, cwd, workspace, policy, rehearsal, host });
  if (!key.ok) throw new Error(`a stored ask has no canonical JSON: ${key.error}`);
  return key.value;
}

function hashOf(value: unknown): Result<string, string> {
  const canonical = canonicalJson(value);
  if (!canonical.ok) return fail(canonical.error);
  return ok(createHash('sha256').update(canonical.value).digest('hex'));
}
