import type { KeyObject } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { absolutePath, type CallContext, describeCall } from '@caliban/calls';
import { createRuleBook, judge, type Rule } from '@caliban/gate';
import { type FleetFilter, type HubData, openBundle, type StoredPolicy } from '@caliban/hub';
import type { Ask } from '@caliban/inbox';
import type { Args } from '../../command-line/args.ts';
import { PolicyStage } from '../../hub/policy-stage.ts';
import { bookOptions } from '../../judging/judge-request.ts';
import { type Policy, policyAt } from '../../policy/policy.ts';
import type { Terminal } from '../../process/terminal.ts';
import type { AskedQuestion } from '../question-of-ask.ts';

/** A policy that was pushed, beside calls that it can be tried on. */
export type StagedPolicy = {
  readonly version: number;
  readonly text: string;
  readonly policy: Policy;
  readonly stage: PolicyStage;
};

const MAX_STAGES = 6;
const FRESH_MS = 60_000;
const PAST_MS = 30 * 86_400_000;
/** So that a look at a fleet of any size takes seconds. */
const MAX_CALLS = 50_000;

/** The team's policy as the verbs of `caliban perms` read it. Policies are pulled by agents, so nothing is enforced here. */
export class TeamPolicies {
  readonly #terminal: Terminal;
  readonly #keys: readonly KeyObject[];
  readonly #staged = new Map<string, { readonly at: number; readonly staged: Promise<StagedPolicy> }>();

  constructor(terminal: Terminal, keys: readonly KeyObject[]) {
    this.#terminal = terminal;
    this.#keys = keys;
  }

  /** Without calls. */
  async current({ policies }: HubData): Promise<StagedPolicy> {
    const stored = await policies.current();
    return this.#get(`${stored?.version ?? 0}`, Number.POSITIVE_INFINITY, () => this.#stage(stored, []));
  }

  /** With the newest calls of a part of the fleet. */
  async withCalls(filter: FleetFilter, { policies, logs }: HubData): Promise<StagedPolicy> {
    const stored = await policies.current();
    return this.#get(JSON.stringify([stored?.version ?? 0, filter]), FRESH_MS, async () => {
      const since = new Date(Date.now() - PAST_MS);
      return this.#stage(stored, await logs.newest(filter, { since, limit: MAX_CALLS }));
    });
  }

  close(): void {
    for (const { staged } of this.#staged.values()) void staged.then(({ stage }) => stage.remove()).catch(() => {});
  }

  async #stage(stored: StoredPolicy | null, lines: readonly string[]): Promise<StagedPolicy> {
    const text = stored === null ? '' : this.#textOf(stored);
    const stage = new PolicyStage(text);
    if (lines.length > 0) writeFileSync(stage.log, `${lines.join('\n')}\n`, { mode: 0o600 });
    const args: Args = { ...NO_FLAGS, text: (name) => (name === 'rules' ? stage.rules : undefined) };
    const policy = await policyAt({ workspace: stage.workspace }, args, stage.inside(this.#terminal));
    return { version: stored?.version ?? 0, text, policy: { ...policy, rules: policy.rules.map(asPulled) }, stage };
  }

  /** Signed, like what agents accept: a row that someone wrote into the database is not shown as the policy. */
  #textOf({ bundle, version }: StoredPolicy): string {
    const opened = openBundle(bundle, this.#keys);
    if (!opened.ok) throw new Error(`version ${version} of the policy in the database is refused: ${opened.error}`);
    return opened.value.files['permissions.toml'] ?? '';
  }

  #get(key: string, freshMs: number, make: () => Promise<StagedPolicy>): Promise<StagedPolicy> {
    const known = this.#staged.get(key);
    if (known !== undefined && performance.now() - known.at < freshMs) return known.staged;
    this.#forget(key);
    const staged = make();
    this.#staged.set(key, { at: performance.now(), staged });
    staged.catch(() => this.#staged.delete(key));
    const [oldest] = this.#staged.keys();
    if (this.#staged.size > MAX_STAGES && oldest !== undefined) this.#forget(oldest);
    return staged;
  }

  #forget(key: string): void {
    const known = this.#staged.get(key);
    this.#staged.delete(key);
    // A look at it that has begun may take so long.
    void known?.staged.then(({ stage }) => setTimeout(() => stage.remove(), FRESH_MS).unref()).catch(() => {});
  }
}

/** As agents have it. */
function asPulled(rule: Rule): Rule {
  const { source } = rule;
  return source.layer === 'builtin' ? rule : { ...rule, source: { ...source, layer: 'managed', file: POLICY_FILE } };
}

const POLICY_FILE = 'permissions.toml';

const NO_FLAGS: Args = { operands: [], rules: [], text: () => undefined, texts: () => [], isSet: () => false };

type Where = { readonly workspace: string; readonly cwd?: string | undefined };

/** Of a call on another machine: nothing is looked up on this disk. */
export function remoteContext({ workspace, cwd }: Where): CallContext {
  const base = absolutePath(workspace);
  return { workspace: base, ...(cwd === undefined ? {} : { cwd: absolutePath(cwd, { base }) }) };
}

export function judgedBy({ policy }: StagedPolicy): (ask: Ask) => Promise<Pick<AskedQuestion, 'question' | 'book'>> {
  const book = createRuleBook(policy.rules, bookOptions(policy));
  return async ({ call: { tool, input, workspace, cwd } }) => {
    const call = describeCall({ tool, input, context: remoteContext({ workspace, cwd }) });
    return { question: { call, verdict: judge(book, call) }, book };
  };
}
