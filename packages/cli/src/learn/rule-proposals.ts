import type { ToolCall } from '@caliban/calls';
import { formatPattern, judge, type RuleBook } from '@caliban/gate';
import { type AuditLine, type Locations, type LoggedEntry, readAudit } from '@caliban/storage';
import { type CallCount, callShape, type DecisionKind, decisionKind, REDACTED } from '@caliban/storage/audit';
import { readHistory } from '@caliban/storage/histories';
import type { Args } from '../command-line/args.ts';
import { decisionLogFile } from '../log/decision-log-file.ts';
import { ProgressLine } from '../output/progress-line.ts';
import { workspaceContextAt } from '../paths/workspace-context.ts';
import { policyAt } from '../policy/policy.ts';
import type { Terminal } from '../process/terminal.ts';
import { spellingsOf } from '../replay/history-choice.ts';
import { historyPlaces } from '../replay/history-places.ts';
import { PastCallReader } from '../replay/past-call-reader.ts';
import { bookWithLearned, learnFromHistory } from './learn-from-history.ts';
import { learnPolicy } from './learn-policy.ts';

/** Calls of one kind that no rule settled, and what `perms learn --from log` would propose for them. */
export type RuleProposal = CallCount & {
  readonly kind: Open;
  /** How many of them the rules would allow. */
  readonly spared: number;
  readonly patterns: readonly string[];
};

type Open = Extract<DecisionKind, 'asked' | 'left-to-host'>;

export type ProposalRequest = {
  readonly args: Args;
  readonly locations: Locations;
  /** In milliseconds since 1970. */
  readonly since: number;
  readonly json: boolean;
};

/** For the project, the most useful first. Empty if nothing loads or was ever asked. */
export async function ruleProposals(
  { args, locations, since, json }: ProposalRequest,
  terminal: Terminal,
): Promise<readonly RuleProposal[]> {
  const { workspace } = locations;
  const reader = await PastCallReader.load(terminal);
  const policy = learnPolicy(await policyAt({ workspace }, args, terminal), 'project');
  const { context } = workspaceContextAt({ workspace }, terminal);
  const progress = new ProgressLine(terminal, { isShown: !json });
  const history = readHistory({
    agents: ['log'],
    places: historyPlaces(terminal),
    since,
    project: spellingsOf(workspace),
    onProgress: ({ calls }) => progress.show(`looking for rules: ${calls} calls`),
  });
  const { learned } = await learnFromHistory(history.calls, { reader, policy, context });
  const tally = new OpenCalls(
    bookWithLearned(policy, learned.rules),
    new Set(learned.rules.map(({ pattern }) => pattern)),
  );
  if (learned.rules.length > 0) {
    const lines = readAudit({ source: { log: decisionLogFile(locations) }, filter: { since, project: workspace } });
    for await (const line of lines) tally.add(line, reader);
  }
  progress.clear();
  return tally.proposals();
}

const MAX_PROPOSALS = 5;

/** Calls that were asked about or left to the host, judged by the learned rules. */
class OpenCalls {
  readonly #book: RuleBook;
  readonly #learned: ReadonlySet<string>;
  readonly #known = new Map<string, readonly string[] | null>();
  readonly #groups = new Map<string, { count: number; spared: number; readonly patterns: Set<string> }>();

  constructor(book: RuleBook, learned: ReadonlySet<string>) {
    this.#book = book;
    this.#learned = learned;
  }

  add({ entry }: AuditLine, reader: PastCallReader): void {
    const kind = decisionKind(entry);
    if (kind !== 'asked' && kind !== 'left-to-host') return;
    const key = JSON.stringify([kind, entry.tool_name, callShape(entry)]);
    if (this.#groups.size >= MAX_GROUPS && !this.#groups.has(key)) return;
    const group = this.#groups.get(key) ?? { count: 0, spared: 0, patterns: new Set<string>() };
    this.#groups.set(key, group);
    group.count++;
    const patterns = this.#sparing(entry, reader);
    if (patterns === null) return;
    group.spared++;
    for (const pattern of patterns) group.patterns.add(pattern);
  }

  proposals(): readonly RuleProposal[] {
    return [...this.#groups]
      .filter(([, { spared }]) => spared > 0)
      .sort(([, a], [, b]) => b.spared - a.spared)
      .slice(0, MAX_PROPOSALS)
      .map(([key, { patterns, ...counts }]) => {
        const [kind, tool, call] = JSON.parse(key) as [Open, string, string];
        return { kind, tool, call, ...counts, patterns: [...patterns] };
      });
  }

  /** The learned patterns that together allow it; null: it wouldn't be allowed. */
  #sparing(entry: LoggedEntry, reader: PastCallReader): readonly string[] | null {
    const { tool_name: tool, input, cwd, truncated } = entry;
    const key = JSON.stringify([tool, input, cwd]);
    if (truncated === true || key.includes(REDACTED)) return null;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const past = { agent: 'log', tool, input, cwd, at: undefined, session: '', ran: 'yes' } as const;
    const found = reader.describe(past).map(({ call }) => this.#allowedBy(call));
    const patterns = found.includes(null) ? null : found.flatMap((each) => each ?? []);
    if (this.#known.size >= MAX_GROUPS) this.#known.clear();
    this.#known.set(key, patterns);
    return patterns;
  }

  #allowedBy(call: ToolCall): readonly string[] | null {
    const { action, because, partRules = [] } = judge(this.#book, call);
    if (action !== 'allow') return null;
    const rules = [...(because.kind === 'rule' ? [because.rule] : []), ...partRules.map(({ rule }) => rule)];
    return [...new Set(rules.map(({ pattern }) => formatPattern(pattern)))].filter((each) => this.#learned.has(each));
  }
}

const MAX_GROUPS = 20_000;
