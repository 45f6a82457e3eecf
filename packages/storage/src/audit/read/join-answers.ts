import type { AnswerLine } from '../line/answer-format.ts';
import type { AuditLine, LoggedEntry } from './logged-entry.ts';

/** The contents of a log file: decisions, and follow-up lines. */
export type LogLine = AuditLine | AnswerText;

export type AnswerText = { readonly text: string; readonly answered: AnswerLine };

/** The host decided, so a later line may record how. */
export function isLeftToHost({ outcome }: Pick<LoggedEntry, 'outcome'>): boolean {
  return outcome !== 'allow' && outcome !== 'deny';
}

/** A later line may follow up on it: the host decided, or the kernel denied the command something. */
export function mayBeFollowedUp(entry: Pick<LoggedEntry, 'outcome' | 'confined'>): boolean {
  return isLeftToHost(entry) || entry.confined === 'yes' || entry.confined === 'without-network';
}

/** The decision together with its follow-up. */
export function followedUp(line: AuditLine, { event, blocked = [] }: AnswerLine): AuditLine {
  return event === 'blocked' ? { ...line, blocked } : { ...line, answer: event };
}

/**
 * Joins answers to their decisions, reading forward. A decision comes before its answer, so up to `MAX_WAITING` lines are held
 * back while one of them has no answer yet.
 */
export async function* joinAnswers(batches: AsyncIterable<readonly LogLine[]>): AsyncGenerator<readonly AuditLine[]> {
  const waiting = new WaitingLines();
  for await (const batch of batches) {
    for (const line of batch) waiting.add(line);
    yield waiting.ready();
  }
  yield waiting.rest();
}

const MAX_WAITING = 5_000;

class WaitingLines {
  readonly #decisions = new OpenDecisions<number>();
  #lines: AuditLine[] = [];
  #open: boolean[] = [];
  /** The number of the first line still held back. */
  #first = 0;

  add(line: LogLine): void {
    if ('answered' in line) {
      for (const number of this.#decisions.take(line.answered)) this.#answer(number - this.#first, line.answered);
      return;
    }
    const isOpen = mayBeFollowedUp(line.entry);
    if (isOpen) this.#decisions.add(line.entry, this.#first + this.#lines.length);
    this.#lines.push(line);
    this.#open.push(isOpen);
  }

  #answer(index: number, answered: AnswerLine): void {
    const line = this.#lines[index];
    if (index < 0 || line === undefined) return;
    this.#lines[index] = followedUp(line, answered);
    this.#open[index] = false;
  }

  ready(): readonly AuditLine[] {
    const firstOpen = this.#open.indexOf(true);
    const settled = firstOpen === -1 ? this.#lines.length : firstOpen;
    return this.#take(Math.max(settled, this.#lines.length - MAX_WAITING));
  }

  rest(): readonly AuditLine[] {
    return this.#take(this.#lines.length);
  }

  #take(count: number): readonly AuditLine[] {
    const lines = this.#lines.slice(0, count);
    this.#lines = this.#lines.slice(count);
    this.#open = this.#open.slice(count);
    this.#first += count;
    return lines;
  }
}

/** The same for reading from the newest line to the oldest: there an answer comes before its decision. */
export class AnswersSeen {
  readonly #answers = new Map<string, AnswerLine>();

  /** Null for an answer, which is kept until its decision comes. */
  read(line: LogLine): AuditLine | null {
    if ('answered' in line) {
      const { answered } = line;
      for (const key of keysOf(answered)) setNewest(this.#answers, key, answered);
      return null;
    }
    if (!mayBeFollowedUp(line.entry)) return line;
    const answered = keysOf(line.entry)
      .map((key) => this.#answers.get(key))
      .find((known) => known !== undefined);
    // An earlier call with the same input has its own answer. A call with an id is unique.
    if (line.entry.tool_use_id === undefined) for (const key of keysOf(line.entry)) this.#answers.delete(key);
    return answered === undefined ? line : followedUp(line, answered);
  }
}

/** Decisions without an answer, found by the ids of host and log. The oldest are dropped. */
export class OpenDecisions<Value> {
  readonly #byKey = new Map<string, readonly Value[]>();

  add(entry: LoggedEntry, value: Value): void {
    for (const key of keysOf(entry))
      setNewest(this.#byKey, key, [...(this.#byKey.get(key) ?? []).slice(-MAX_PER_KEY), value]);
  }

  take(answer: AnswerLine): readonly Value[] {
    const found = new Set<Value>();
    for (const key of keysOf(answer)) {
      for (const value of this.#byKey.get(key) ?? []) found.add(value);
      this.#byKey.delete(key);
    }
    return [...found];
  }
}

/** A patch of many files is one call, with one decision per file. */
const MAX_PER_KEY = 1_000;
const MAX_KEYS = 2 * MAX_WAITING;

function setNewest<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key);
  map.set(key, value);
  if (map.size <= MAX_KEYS) return;
  const [oldest] = map.keys();
  if (oldest !== undefined) map.delete(oldest);
}

/**
 * A call is identified by its id. Some host events have no id; they are matched by tool and input. An answer has both keys, so it
 * finds both kinds of decisions.
 */
function keysOf(line: LoggedEntry | AnswerLine): readonly string[] {
  const { session_id = '', tool_use_id, tool_name, input_sha256 } = line;
  const byId = tool_use_id === undefined ? [] : [`${session_id}\n${tool_use_id}`];
  const byInput = input_sha256 === undefined ? [] : [`${session_id}\n${tool_name}\n${input_sha256}`];
  if ('event' in line) return [...byId, ...byInput];
  return byId.length > 0 ? byId : byInput;
}
