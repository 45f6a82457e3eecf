// What some lines of one install's log add to the sums.

import type { AuditLine, LoggedEntry } from '@caliban/storage';
import { callShape, decisionKind, OpenDecisions, parseAuditLine, personsAnswer, rulesOf } from '@caliban/storage/audit';

export type StoredLine = { readonly sequence: number; readonly at: Date; readonly line: string };

export type Tally = { allowed: number; asked: number; denied: number; left: number };
export type HourSum = Tally & { readonly hour: Date; readonly project: string };
export type SessionSum = Tally & {
  readonly session: string;
  readonly project: string;
  readonly host: string;
  first: StoredLine;
  last: StoredLine;
};
export type QuestionSum = {
  readonly hour: Date;
  readonly project: string;
  readonly session: string;
  readonly tool: string;
  readonly call: string;
  asked: number;
  allowed: number;
  denied: number;
};
export type RuleSum = {
  readonly day: Date;
  readonly project: string;
  readonly action: string;
  readonly pattern: string;
  hits: number;
};

/** The answer to a question is a later line, so decisions are remembered until it comes. */
export class LineSums {
  readonly #hours = new Map<string, HourSum>();
  readonly #sessions = new Map<string, SessionSum>();
  readonly #questions = new Map<string, QuestionSum>();
  readonly #rules = new Map<string, RuleSum>();
  readonly #open = new OpenDecisions<Decision>();
  /** Answers to decisions that came before these lines. */
  #unmatched = 0;

  get hours(): readonly HourSum[] {
    return [...this.#hours.values()];
  }

  get sessions(): readonly SessionSum[] {
    return [...this.#sessions.values()];
  }

  get questions(): readonly QuestionSum[] {
    return [...this.#questions.values()];
  }

  get rules(): readonly RuleSum[] {
    return [...this.#rules.values()];
  }

  get unmatched(): number {
    return this.#unmatched;
  }

  /** A line that was counted before, so that an answer in the lines to come finds its decision. */
  remember(stored: StoredLine): void {
    const { line } = parseAuditLine(stored.line);
    if (line !== null && !('answered' in line) && line.entry.outcome === 'handed-over')
      this.#open.add(line.entry, { stored, line });
  }

  /** An agent may have written anything; a line that can't be read isn't counted. */
  add(stored: StoredLine): void {
    try {
      this.#add(stored);
    } catch {}
  }

  #add(stored: StoredLine): void {
    const { line } = parseAuditLine(stored.line);
    if (line === null) return;
    if ('answered' in line) {
      const { event } = line.answered;
      if (event === 'blocked') return;
      const decisions = this.#open.take(line.answered);
      if (decisions.length === 0) this.#unmatched++;
      for (const decision of decisions) this.#answered({ ...decision.line, answer: event }, decision.stored);
      return;
    }
    const { entry } = line;
    const kind = KINDS[decisionKind(entry)];
    const project = projectOf(entry);
    const hour = startOf(stored.at, HOUR_MS);
    entryIn(this.#hours, [hour, project], () => ({ ...newTally(), hour, project }))[kind]++;
    this.#addToSession(entry, stored)[kind]++;
    const rules = rulesOf(entry).filter(({ layer }) => layer === 'managed');
    for (const { action, pattern } of new Map(rules.map((rule) => [`${rule.action} ${rule.pattern}`, rule])).values()) {
      const rule = {
        day: startOf(stored.at, 24 * HOUR_MS),
        project,
        action: cut(action, 10),
        pattern: cut(pattern, 300),
      };
      entryIn(this.#rules, Object.values(rule), () => ({ ...rule, hits: 0 })).hits++;
    }
    if (kind !== 'asked') return;
    this.#question(entry, stored).asked++;
    if (entry.outcome === 'handed-over') this.#open.add(entry, { stored, line });
    else this.#answered(line, stored);
  }

  #answered(line: AuditLine, stored: StoredLine): void {
    const answer = personsAnswer(line);
    if (answer !== null) this.#question(line.entry, stored)[answer === 'allow' ? 'allowed' : 'denied']++;
  }

  #question(entry: LoggedEntry, { at }: StoredLine): QuestionSum {
    const about = {
      hour: startOf(at, HOUR_MS),
      project: projectOf(entry),
      session: sessionOf(entry),
      tool: cut(entry.tool_name, 60),
      call: cut(callShape(entry), 200),
    };
    return entryIn(this.#questions, Object.values(about), () => ({ ...about, asked: 0, allowed: 0, denied: 0 }));
  }

  #addToSession(entry: LoggedEntry, stored: StoredLine): SessionSum {
    const session = sessionOf(entry);
    const sum = entryIn(this.#sessions, [session], () => {
      const about = { session, project: projectOf(entry), host: cut(entry.host ?? 'unknown', 60) };
      return { ...newTally(), ...about, first: stored, last: stored };
    });
    sum.last = stored;
    return sum;
  }
}

type Decision = { readonly stored: StoredLine; readonly line: AuditLine };

const HOUR_MS = 3_600_000;
const KINDS = { allowed: 'allowed', denied: 'denied', asked: 'asked', 'left-to-host': 'left' } as const;

/** The same project has another path on every machine, so it is known by the last name of its directory. */
export function projectName(workspace: string): string {
  return cut(workspace.split(/[\\/]/).findLast((name) => name !== '') ?? '', 100);
}

function projectOf({ workspace, cwd }: LoggedEntry): string {
  return projectName(workspace ?? cwd ?? '');
}

function sessionOf({ session_id = '' }: LoggedEntry): string {
  return cut(session_id, 100);
}

function startOf(at: Date, ms: number): Date {
  return new Date(Math.floor(at.getTime() / ms) * ms);
}

function newTally(): Tally {
  return { allowed: 0, asked: 0, denied: 0, left: 0 };
}

function entryIn<Sum>(sums: Map<string, Sum>, about: readonly unknown[], create: () => Sum): Sum {
  const key = JSON.stringify(about);
  const known = sums.get(key);
  if (known !== undefined) return known;
  const made = create();
  sums.set(key, made);
  return made;
}

/** An index takes no longer ones, and PostgreSQL neither a NUL nor half of a surrogate pair. */
function cut(text: string, max: number): string {
  return Buffer.from(text.length <= max ? text : text.slice(0, max))
    .toString()
    .replaceAll('\0', '\ufffd');
}
