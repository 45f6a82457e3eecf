import type { Action, Layer } from '@caliban/gate';
import { callShape } from './call-shape.ts';
import type { LoggedEntry } from './logged-entry.ts';
import { TopCounts } from './top-counts.ts';

export type AuditStats = {
  readonly decisions: number;
  readonly from: string | null;
  readonly to: string | null;
  readonly outcomes: Readonly<Record<LoggedEntry['outcome'], number>>;
  /** Kinds of calls, most often first. */
  readonly mostAsked: readonly CallCount[];
  readonly mostDenied: readonly CallCount[];
  /** Asked several times and always answered yes: a rule would save the questions. */
  readonly alwaysAllowed: readonly CallCount[];
  /** A rule that is not here was never used. */
  readonly rules: readonly RuleCount[];
  readonly tools: readonly NamedCount[];
  readonly sessions: readonly NamedCount[];
  /** So many different calls that the rare ones were not counted to the end. */
  readonly isApproximate: boolean;
};

export type CallCount = { readonly tool: string; readonly call: string; readonly count: number };
export type NamedCount = {
  readonly name: string;
  readonly count: number;
  readonly asked: number;
  readonly denied: number;
};
export type RuleCount = {
  readonly pattern: string;
  readonly action: Action;
  readonly layer: Layer;
  readonly file?: string;
  readonly count: number;
};

/** Sums up entries one by one; takes bounded memory however many there are. */
export class AuditTally {
  #decisions = 0;
  #from: string | null = null;
  #to: string | null = null;
  readonly #outcomes = { allow: 0, deny: 0, 'handed-over': 0, 'left-to-host': 0 };
  readonly #asked = new TopCounts();
  readonly #denied = new TopCounts();
  readonly #allowedByOperator = new TopCounts();
  readonly #rejected = new TopCounts();
  readonly #rules = new TopCounts();
  readonly #tools = { all: new TopCounts(), asked: new TopCounts(), denied: new TopCounts() };
  readonly #sessions = { all: new TopCounts(), asked: new TopCounts(), denied: new TopCounts() };

  add(entry: LoggedEntry): void {
    const call = JSON.stringify([entry.tool_name, callShape(entry)]);
    this.#decisions++;
    if (this.#from === null || entry.ts < this.#from) this.#from = entry.ts;
    if (this.#to === null || entry.ts > this.#to) this.#to = entry.ts;
    this.#outcomes[entry.outcome]++;
    if (entry.rule !== undefined) this.#rules.add(ruleKey(entry.rule));
    this.#addTo(this.#tools, entry.tool_name, entry);
    if (entry.session_id !== undefined) this.#addTo(this.#sessions, entry.session_id, entry);

    if (entry.outcome === 'deny') this.#denied.add(call);
    if (!isAsked(entry)) return;
    this.#asked.add(call);
    if (isOperatorsYes(entry)) this.#allowedByOperator.add(call);
    else this.#rejected.add(call);
  }

  stats(top: number = 10): AuditStats {
    return {
      decisions: this.#decisions,
      from: this.#from,
      to: this.#to,
      outcomes: { ...this.#outcomes },
      mostAsked: this.#asked.top(top).map(asCall),
      mostDenied: this.#denied.top(top).map(asCall),
      alwaysAllowed: this.#allowedByOperator
        .top(Number.POSITIVE_INFINITY)
        .filter(([call, count]) => count >= WORTH_A_RULE && this.#wasNeverRejected(call))
        .slice(0, top)
        .map(asCall),
      rules: this.#rules.top(Number.POSITIVE_INFINITY).map(asRule),
      tools: named(this.#tools, Number.POSITIVE_INFINITY),
      sessions: named(this.#sessions, top),
      isApproximate: [this.#asked, this.#denied, this.#rules].some(({ isApproximate }) => isApproximate),
    };
  }

  /** A no that was forgotten must not turn into advice to allow. */
  #wasNeverRejected(call: string): boolean {
    return this.#rejected.count(call) === 0 && !this.#rejected.isApproximate;
  }

  #addTo(
    { all, asked, denied }: Record<'all' | 'asked' | 'denied', TopCounts>,
    name: string,
    entry: LoggedEntry,
  ): void {
    all.add(name);
    if (isAsked(entry)) asked.add(name);
    if (entry.outcome === 'deny') denied.add(name);
  }
}

const WORTH_A_RULE = 3;

/** What is left to the host is no question of ours. */
function isAsked({ action, outcome }: LoggedEntry): boolean {
  return action === 'ask' && outcome !== 'left-to-host';
}

function isOperatorsYes({ outcome, because }: LoggedEntry): boolean {
  return outcome === 'allow' && because?.kind === 'operator' && because.by === 'operator';
}

function asCall([key, count]: readonly [string, number]): CallCount {
  const [tool, call] = JSON.parse(key) as [string, string];
  return { tool, call, count };
}

/** Without its line: lines move when files are edited. */
function ruleKey({ pattern, action, layer, file }: NonNullable<LoggedEntry['rule']>): string {
  return JSON.stringify({ pattern, action, layer, file });
}

function asRule([key, count]: readonly [string, number]): RuleCount {
  return { ...(JSON.parse(key) as Omit<RuleCount, 'count'>), count };
}

function named(counts: Record<'all' | 'asked' | 'denied', TopCounts>, top: number): readonly NamedCount[] {
  return counts.all
    .top(top)
    .map(([name, count]) => ({ name, count, asked: counts.asked.count(name), denied: counts.denied.count(name) }));
}
