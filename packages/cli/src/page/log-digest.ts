import type { AuditLine, LoggedEntry } from '@caliban/storage';
import { callArgument, callShape, decisionKind, isAnswerLine, personsAnswer, rulesOf } from '@caliban/storage/audit';
import { ruleName } from '../log/rule-names.ts';
import type {
  Counts,
  NamedCounts,
  PageAction,
  RepeatedQuestion,
  SessionSummary,
  SimilarAnswers,
  Today,
} from './page-types.ts';

/** Totals of the decision log, updated line by line; bounded however long the log is. */
export class LogDigest {
  readonly #days = new Map<string, Day>();
  readonly #sessions = new Map<string, Session>();
  readonly #kinds = new Map<string, Kind>();
  readonly #rules = new Map<string, number>();
  readonly #workspaces = new Map<string, number>();
  #read = 0;

  get read(): number {
    return this.#read;
  }

  add(line: AuditLine): void {
    const { entry, text } = line;
    // The answer to a call that is already included.
    if (isAnswerLine(text)) {
      this.#answered(line);
      return;
    }
    this.#read++;
    const at = Date.parse(entry.ts);
    if (Number.isNaN(at)) return;
    const kind = COUNTED_AS[decisionKind(entry)];
    const shape = shapeOf(entry);
    this.#addToDay(new Date(at), entry, { kind, shape });
    this.#addToSession(at, entry, { kind, shape });
    const { workspace } = entry;
    if (workspace !== undefined) touch(this.#workspaces, workspace, at, MAX_NAMES);
    for (const name of new Set(rulesOf(entry).map(ruleName))) count(this.#rules, name, MAX_KINDS);
    if (kind === 'asked') this.#addToKind(at, line, shape);
  }

  hitsOf(names: readonly string[]): number {
    return names.reduce((sum, name) => sum + (this.#rules.get(name) ?? 0), 0);
  }

  /** The latest first. */
  workspaces(): readonly string[] {
    return [...this.#workspaces].sort(([, one], [, other]) => other - one).map(([name]) => name);
  }

  /** Without the state of the log. `day` is `2026-11-15`, in local time. */
  day(day: string): Omit<Today, 'state' | 'read' | 'problem' | 'today'> {
    const found = this.#days.get(day) ?? newDay();
    const sessions = [...found.sessions].flatMap((id) => this.#summary(id) ?? []);
    return {
      day,
      days: [...this.#days.keys()].sort().reverse(),
      total: totalOf(found.hours),
      spared: [...found.kinds].reduce((sum, [shape, times]) => sum + (this.#wouldSpare(shape) ? times : 0), 0),
      hours: found.hours.map((hour) => ({ ...hour })),
      projects: named(found.projects),
      hosts: named(found.hosts),
      sessions: sessions.sort((one, other) => other.asked - one.asked || other.last - one.last).slice(0, MAX_LISTED),
      kinds: [...found.kinds]
        .sort(([, one], [, other]) => other - one)
        .slice(0, MAX_LISTED)
        .map(([shape, asked]) => this.#repeated(shape, asked)),
    };
  }

  /** The latest first. */
  sessions(): readonly SessionSummary[] {
    return [...this.#sessions.keys()]
      .flatMap((id) => this.#summary(id) ?? [])
      .sort((one, other) => other.last - one.last)
      .slice(0, MAX_SESSIONS_LISTED);
  }

  session(id: string): SessionSummary | null {
    return this.#summary(id);
  }

  similar(call: Pick<LoggedEntry, 'tool_name' | 'input'>): Omit<SimilarAnswers, 'state'> {
    const kind = this.#kinds.get(shapeOf({ ts: '', action: 'ask', outcome: 'deny', ...call }));
    return { allowed: kind?.allowed ?? 0, denied: kind?.denied ?? 0, last: kind?.last.toReversed() ?? [] };
  }

  #addToDay(time: Date, entry: LoggedEntry, { kind, shape }: Counted): void {
    const name = dayName(time);
    let day = this.#days.get(name);
    if (day === undefined) {
      day = newDay();
      this.#days.set(name, day);
      if (this.#days.size > MAX_DAYS) this.#days.delete([...this.#days.keys()].sort()[0] as string);
    }
    (day.hours[time.getHours()] as Tally)[kind]++;
    addNamed(day.projects, entry.workspace ?? entry.cwd ?? '', kind);
    addNamed(day.hosts, entry.host ?? 'unknown', kind);
    if (kind === 'asked') count(day.kinds, shape, MAX_NAMES);
    if (entry.session_id !== undefined && day.sessions.size < MAX_NAMES) day.sessions.add(entry.session_id);
  }

  #addToSession(at: number, entry: LoggedEntry, { kind, shape }: Counted): void {
    const { session_id: id, host = 'unknown', workspace, cwd } = entry;
    if (id === undefined) return;
    let session = this.#sessions.get(id);
    if (session === undefined) {
      session = {
        host,
        workspace: workspace ?? cwd ?? '',
        first: at,
        last: at,
        tally: newTally(),
        asked: new Map(),
        risky: 0,
      };
      this.#sessions.set(id, session);
      if (this.#sessions.size > MAX_SESSIONS) this.#sessions.delete(this.#sessions.keys().next().value as string);
    }
    session.first = Math.min(session.first, at);
    session.last = Math.max(session.last, at);
    session.tally[kind]++;
    if (kind === 'denied') session.risky++;
    if (kind === 'asked') count(session.asked, shape, MAX_NAMES);
  }

  #addToKind(at: number, line: AuditLine, shape: string): void {
    const known = this.#kinds.get(shape);
    const kind = known ?? { allowed: 0, denied: 0, last: [] };
    if (known !== undefined) this.#kinds.delete(shape);
    // The one that was asked about longest ago goes first.
    this.#kinds.set(shape, kind);
    if (this.#kinds.size > MAX_KINDS) this.#kinds.delete(this.#kinds.keys().next().value as string);
    const answer = personsAnswer(line);
    if (answer !== null) addAnswer(kind, { at, answer, call: callArgument(line.entry).slice(0, MAX_CALL) });
  }

  #answered(line: AuditLine): void {
    if (decisionKind(line.entry) !== 'asked') return;
    const kind = this.#kinds.get(shapeOf(line.entry));
    const answer = personsAnswer(line);
    const at = Date.parse(line.entry.ts);
    if (kind !== undefined && answer !== null)
      addAnswer(kind, { at, answer, call: callArgument(line.entry).slice(0, MAX_CALL) });
  }

  #summary(id: string): SessionSummary | null {
    const session = this.#sessions.get(id);
    if (session === undefined) return null;
    const { host, workspace, first, last, tally, asked, risky } = session;
    let spared = 0;
    for (const [shape, times] of asked) if (this.#wouldSpare(shape)) spared += times;
    return { id, install: null, host, workspace, first, last, ...tally, spared, risky };
  }

  #repeated(shape: string, asked: number): RepeatedQuestion {
    const [tool, call] = JSON.parse(shape) as [string, string];
    const { allowed = 0, denied = 0 } = this.#kinds.get(shape) ?? {};
    return { tool, call, asked, allowed, denied, spared: this.#wouldSpare(shape) };
  }

  /** As in `perms audit --stats`: approved several times, never refused. */
  #wouldSpare(shape: string): boolean {
    const kind = this.#kinds.get(shape);
    return kind !== undefined && kind.allowed >= WORTH_A_RULE && kind.denied === 0;
  }
}

const WORTH_A_RULE = 3;
const MAX_DAYS = 45;
const MAX_SESSIONS = 2_000;
const MAX_SESSIONS_LISTED = 300;
const MAX_KINDS = 20_000;
const MAX_NAMES = 1_000;
const MAX_LISTED = 50;
const MAX_LAST = 5;
const MAX_CALL = 300;

type Tally = { allowed: number; asked: number; denied: number; left: number };
type Counted = { readonly kind: keyof Tally; readonly shape: string };
type Kind = { allowed: number; denied: number; last: { at: number; answer: PageAction; call: string }[] };
type Day = {
  readonly hours: readonly Tally[];
  readonly projects: Map<string, Tally>;
  readonly hosts: Map<string, Tally>;
  readonly kinds: Map<string, number>;
  readonly sessions: Set<string>;
};
type Session = {
  readonly host: string;
  readonly workspace: string;
  first: number;
  last: number;
  readonly tally: Tally;
  readonly asked: Map<string, number>;
  risky: number;
};

const COUNTED_AS = { allowed: 'allowed', denied: 'denied', asked: 'asked', 'left-to-host': 'left' } as const;

function newTally(): Tally {
  return { allowed: 0, asked: 0, denied: 0, left: 0 };
}

function newDay(): Day {
  return {
    hours: Array.from({ length: 24 }, newTally),
    projects: new Map(),
    hosts: new Map(),
    kinds: new Map(),
    sessions: new Set(),
  };
}

/** By the clock of this machine. */
export function dayName(time: Date): string {
  const two = (number: number) => String(number).padStart(2, '0');
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
}

function shapeOf(entry: LoggedEntry): string {
  return JSON.stringify([entry.tool_name, callShape(entry)]);
}

function addAnswer(kind: Kind, given: Kind['last'][number]): void {
  if (given.answer === 'allow') kind.allowed++;
  else kind.denied++;
  kind.last.push(given);
  if (kind.last.length > MAX_LAST) kind.last.shift();
}

function addNamed(tallies: Map<string, Tally>, name: string, kind: keyof Tally): void {
  const tally = tallies.get(name) ?? newTally();
  if (!tallies.has(name) && tallies.size >= MAX_NAMES) return;
  tally[kind]++;
  tallies.set(name, tally);
}

function count(counts: Map<string, number>, name: string, most: number): void {
  const before = counts.get(name);
  if (before === undefined && counts.size >= most) return;
  counts.set(name, (before ?? 0) + 1);
}

function touch(times: Map<string, number>, name: string, at: number, most: number): void {
  if (!times.has(name) && times.size >= most) return;
  times.set(name, Math.max(at, times.get(name) ?? 0));
}

function totalOf(hours: readonly Tally[]): Counts {
  const total = newTally();
  for (const hour of hours)
    for (const kind of ['allowed', 'asked', 'denied', 'left'] as const) total[kind] += hour[kind];
  return total;
}

function named(tallies: ReadonlyMap<string, Tally>): readonly NamedCounts[] {
  return [...tallies]
    .map(([name, tally]) => ({ name, ...tally }))
    .sort((one, other) => other.asked + other.denied - one.asked - one.denied || other.allowed - one.allowed)
    .slice(0, MAX_LISTED);
}
