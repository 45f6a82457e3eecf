import type { Action, Layer } from '@caliban/gate';
import { callShape } from './call-shape.ts';
import type { AuditLine, LoggedEntry, LoggedRule } from './logged-entry.ts';
import { rulesOf } from './logged-entry.ts';
import { TopCounts } from './top-counts.ts';

export type AuditStats = {
  readonly decisions: number;
  readonly from: string | null;
  readonly to: string | null;
  readonly outcomes: Readonly<Record<LoggedEntry['outcome'], number>>;
  /** By rules and mode, without a question. */
  readonly unasked: { readonly allowed: number; readonly denied: number };
  readonly asked: AnswerCounts;
  readonly leftToHost: AnswerCounts;
  /** Kinds of calls, the most frequent first. */
  readonly mostAsked: readonly AskedCount[];
  readonly mostDenied: readonly CallCount[];
  /** Asked about several times and always approved: a rule would avoid these questions. */
  readonly alwaysAllowed: readonly CallCount[];
  /** Every rule that a decision used. A rule that isn't listed was never used. */
  readonly rules: readonly RuleCount[];
  readonly tools: readonly NamedCount[];
  readonly sessions: readonly NamedCount[];
  /** By workspace. Older lines have no workspace; their directory is used instead. */
  readonly projects: readonly NamedCount[];
  /** By the agent or program the calls came from. */
  readonly hosts: readonly NamedCount[];
  /** There were so many different calls that rare ones may be missing. */
  readonly isApproximate: boolean;
};

/** The outcomes of calls that the host decided. A call without an answer wasn't reported by the host. */
export type AnswerCounts = {
  readonly count: number;
  readonly ran: number;
  readonly refused: number;
  readonly noAnswerSeen: number;
};

export type DecisionKind = 'allowed' | 'denied' | 'asked' | 'left-to-host';

export type CallCount = { readonly tool: string; readonly call: string; readonly count: number };
export type AskedCount = CallCount & AnswerCounts;
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

/** Adds up lines one by one, in bounded memory. */
export class AuditTally {
  #decisions = 0;
  #from: string | null = null;
  #to: string | null = null;
  readonly #outcomes = { allow: 0, deny: 0, 'handed-over': 0, 'left-to-host': 0 };
  readonly #unasked = { allowed: 0, denied: 0 };
  readonly #asked = { ran: 0, refused: 0, noAnswerSeen: 0 };
  readonly #left = { ran: 0, refused: 0, noAnswerSeen: 0 };
  readonly #askedCalls = { all: new TopCounts(), ran: new TopCounts(), refused: new TopCounts() };
  readonly #denied = new TopCounts();
  readonly #approved = new TopCounts();
  readonly #notApproved = new TopCounts();
  readonly #rules = new TopCounts();
  readonly #tools = namedCounts();
  readonly #sessions = namedCounts();
  readonly #projects = namedCounts();
  readonly #hosts = namedCounts();

  add(line: Pick<AuditLine, 'entry' | 'answer'>): void {
    const { entry } = line;
    const { outcome, workspace, cwd, host, session_id } = entry;
    this.#decisions++;
    if (this.#from === null || entry.ts < this.#from) this.#from = entry.ts;
    if (this.#to === null || entry.ts > this.#to) this.#to = entry.ts;
    this.#outcomes[outcome in this.#outcomes ? outcome : 'left-to-host']++;
    for (const rule of new Set(rulesOf(entry).map(ruleKey))) this.#rules.add(rule);
    addNamed(this.#tools, entry.tool_name, entry);
    if (session_id !== undefined) addNamed(this.#sessions, session_id, entry);
    addNamed(this.#projects, workspace ?? cwd ?? '', entry);
    addNamed(this.#hosts, host ?? UNKNOWN_HOST, entry);

    const call = JSON.stringify([entry.tool_name, callShape(entry)]);
    if (outcome === 'deny') this.#denied.add(call);
    switch (decisionKind(entry)) {
      case 'allowed':
      case 'denied':
        this.#unasked[decisionKind(entry) as 'allowed' | 'denied']++;
        return;
      case 'left-to-host':
        this.#left[resultOf(line)]++;
        return;
      case 'asked':
        this.#addAsked(call, line);
    }
  }

  stats(top: number = 10): AuditStats {
    return {
      decisions: this.#decisions,
      from: this.#from,
      to: this.#to,
      outcomes: { ...this.#outcomes },
      unasked: { ...this.#unasked },
      asked: withCount(this.#asked),
      leftToHost: withCount(this.#left),
      mostAsked: this.#askedCalls.all.top(top).map((counted) => this.#askedCount(counted)),
      mostDenied: this.#denied.top(top).map(asCall),
      alwaysAllowed: this.#approved
        .top(Number.POSITIVE_INFINITY)
        .filter(([call, count]) => count >= WORTH_A_RULE && this.#wasAlwaysApproved(call))
        .slice(0, top)
        .map(asCall),
      rules: this.#rules.top(Number.POSITIVE_INFINITY).map(asRule),
      tools: named(this.#tools, Number.POSITIVE_INFINITY),
      sessions: named(this.#sessions, top),
      projects: named(this.#projects, Number.POSITIVE_INFINITY),
      hosts: named(this.#hosts, Number.POSITIVE_INFINITY),
      isApproximate: [this.#askedCalls.all, this.#denied, this.#rules].some(({ isApproximate }) => isApproximate),
    };
  }

  #addAsked(call: string, line: Pick<AuditLine, 'entry' | 'answer'>): void {
    const result = resultOf(line);
    this.#asked[result]++;
    this.#askedCalls.all.add(call);
    if (result !== 'noAnswerSeen') this.#askedCalls[result].add(call);
    if (isApproved(line)) this.#approved.add(call);
    else this.#notApproved.add(call);
  }

  #askedCount(counted: readonly [string, number]): AskedCount {
    const [call, count] = counted;
    const ran = this.#askedCalls.ran.count(call);
    const refused = this.#askedCalls.refused.count(call);
    return { ...asCall(counted), ran, refused, noAnswerSeen: Math.max(0, count - ran - refused) };
  }

  /** A forgotten rejection must not turn into advice to allow. */
  #wasAlwaysApproved(call: string): boolean {
    return this.#notApproved.count(call) === 0 && !this.#notApproved.isApproximate;
  }
}

const WORTH_A_RULE = 3;
const UNKNOWN_HOST = 'unknown';

type Counters = Readonly<Record<'all' | 'asked' | 'denied', TopCounts>>;

function namedCounts(): Counters {
  return { all: new TopCounts(), asked: new TopCounts(), denied: new TopCounts() };
}

function addNamed({ all, asked, denied }: Counters, name: string, entry: LoggedEntry): void {
  all.add(name);
  if (decisionKind(entry) === 'asked') asked.add(name);
  if (entry.outcome === 'deny') denied.add(name);
}

/** Who decided: rules and mode, a person who was asked, or the host by its own rules. */
export function decisionKind({ action, outcome }: LoggedEntry): DecisionKind {
  if (outcome !== 'allow' && outcome !== 'deny' && outcome !== 'handed-over') return 'left-to-host';
  if (action === 'ask' || outcome === 'handed-over') return 'asked';
  return outcome === 'allow' ? 'allowed' : 'denied';
}

function resultOf({
  entry: { outcome },
  answer,
}: Pick<AuditLine, 'entry' | 'answer'>): keyof Omit<AnswerCounts, 'count'> {
  if (outcome === 'allow') return 'ran';
  if (outcome === 'deny') return 'refused';
  if (answer === undefined) return 'noAnswerSeen';
  return answer === 'refused' ? 'refused' : 'ran';
}

/** By a person: not by `--auto-allow`. */
function isApproved(line: Pick<AuditLine, 'entry' | 'answer'>): boolean {
  return personsAnswer(line) === 'allow';
}

/** A person's answer; null: unknown, or no one answered. */
export function personsAnswer({
  entry: { outcome, because },
  answer,
}: Pick<AuditLine, 'entry' | 'answer'>): 'allow' | 'deny' | null {
  if (outcome === 'handed-over') return answer === undefined ? null : answer === 'refused' ? 'deny' : 'allow';
  if (because?.kind !== 'operator' || because.by !== 'operator') return null;
  return outcome === 'allow' ? 'allow' : 'deny';
}

function withCount(counts: Omit<AnswerCounts, 'count'>): AnswerCounts {
  return { count: counts.ran + counts.refused + counts.noAnswerSeen, ...counts };
}

function asCall([key, count]: readonly [string, number]): CallCount {
  const [tool, call] = JSON.parse(key) as [string, string];
  return { tool, call, count };
}

/** Leaves out the line number: lines move when files are edited. */
function ruleKey({ pattern, action, layer, file }: LoggedRule): string {
  return JSON.stringify({ pattern, action, layer, file });
}

function asRule([key, count]: readonly [string, number]): RuleCount {
  return { ...(JSON.parse(key) as Omit<RuleCount, 'count'>), count };
}

function named(counts: Counters, top: number): readonly NamedCount[] {
  return counts.all
    .top(top)
    .map(([name, count]) => ({ name, count, asked: counts.asked.count(name), denied: counts.denied.count(name) }));
}
