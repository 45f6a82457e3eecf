import {
  type CallContext,
  classesOf,
  describeCall,
  TOOL_PROFILES,
  type ToolCall,
  type UndescribedCall,
} from '@caliban/calls';
import { type PartClasses, unitsOf } from '@caliban/calls/classes';
import { redirectTargets } from '@caliban/calls/describe';
import type { Redirect, Unit } from '@caliban/calls/types';
import { brakedBy } from './brake.ts';

/** One action, however often it was done: a command of a line, or a call of another tool. */
export type Lesson = {
  readonly call: ToolCall;
  /** A command, or the argument of another tool. */
  readonly text: string;
  /** It only reads: `@read-only` covers it. */
  readonly isReading: boolean;
  readonly count: number;
  readonly sessions: ReadonlySet<number>;
  /** In milliseconds since 1970. */
  readonly last: number;
};

export type Sighting = {
  /** Identifies equal calls: tool, input and place. */
  readonly key: string;
  readonly session: string;
  readonly at: number | undefined;
  /** Called only for a new call. */
  readonly describe: () => readonly ToolCall[];
};

export type LessonCounts = {
  /** Calls that can teach something. */
  readonly teaching: number;
  /** Calls of a braked class, and lines that can't be understood. */
  readonly dangerous: number;
  readonly unclear: number;
  readonly rejected: number;
};

/** The content of a history, in bounded memory: calls seen once are dropped when there are too many. */
export class Lessons {
  readonly #lessons = new Map<string, CountedLesson>();
  readonly #known = new Map<string, Known>();
  readonly #rejected = new Map<string, ToolCall>();
  readonly #sessions = new Map<string, number>();
  readonly #counts = { teaching: 0, dangerous: 0, unclear: 0, rejected: 0 };

  get counts(): LessonCounts {
    return this.#counts;
  }

  get all(): readonly Lesson[] {
    return [...this.#lessons.values()];
  }

  /** Calls that someone said no to. */
  get rejected(): readonly ToolCall[] {
    return [...this.#rejected.values()];
  }

  /** A call that ran and that no one rejected. */
  add({ key, session, at = 0, describe }: Sighting): void {
    const known = this.#known.get(key) ?? this.#learn(key, describe());
    this.#counts[known.kind]++;
    if (known.kind !== 'teaching') return;
    const number = this.#sessionNumber(session);
    for (const lesson of known.lessons) {
      lesson.count++;
      if (lesson.sessions.size < MAX_SESSIONS) lesson.sessions.add(number);
      if (at > lesson.last) lesson.last = at;
    }
  }

  reject({ key, describe }: Sighting): void {
    this.#counts.rejected++;
    if (this.#rejected.has(key) || this.#rejected.size >= MAX_REJECTED) return;
    for (const [index, call] of describe().entries()) this.#rejected.set(index === 0 ? key : `${key} ${index}`, call);
  }

  #learn(key: string, calls: readonly ToolCall[]): Known {
    const known = this.#knownOf(calls);
    if (this.#known.size >= MAX_KNOWN) this.#known.clear();
    this.#known.set(key, known);
    return known;
  }

  #knownOf(calls: readonly ToolCall[]): Known {
    if (calls.some((call) => brakedBy(call) !== null)) return { kind: 'dangerous' };
    if (calls.some(isUnclear)) return { kind: 'unclear' };
    return { kind: 'teaching', lessons: calls.flatMap((call) => this.#lessonsOf(call)) };
  }

  #lessonsOf(call: ToolCall): readonly CountedLesson[] {
    const { subject, tool, input, context } = call;
    const classes = classesOf(call);
    const isRead = ({ covers }: PartClasses) => covers.has('read-only');
    switch (subject.kind) {
      case 'plain-command':
        return [this.#lesson({ tool, input, context }, subject.text, isRead(classes.unit(0)))];
      case 'command-line':
        return [
          ...unitsOf(call).flatMap((unit, index) =>
            isSpelledOut(unit)
              ? [this.#lesson({ tool, input: { command: unit.text }, context }, unit.text, isRead(classes.unit(index)))]
              : [],
          ),
          ...subject.line.redirects.flatMap((redirect) => this.#writing(redirect, context)),
        ];
      case 'path':
        return [this.#lesson({ tool, input: argumentOf(call), context }, subject.written, isRead(classes.whole()))];
      case 'url':
        return [this.#lesson({ tool, input, context }, subject.url.normal ?? subject.url.written, false)];
      // It isn't known what such a tool does.
      case 'none':
        return [];
    }
  }

  /** Output of a redirection is judged as a Write of that file. */
  #writing(redirect: Redirect, context: CallContext): readonly CountedLesson[] {
    const [target, ...others] = redirect.access === 'write' ? (redirectTargets(redirect, context) ?? []) : [];
    if (target === undefined || others.length > 0) return [];
    return [this.#lesson({ tool: 'Write', input: { path: target.written }, context }, target.written, false)];
  }

  #lesson(call: UndescribedCall, text: string, isReading: boolean): CountedLesson {
    const key = `${call.tool} ${text}`;
    const known = this.#lessons.get(key);
    if (known === undefined && this.#lessons.size >= MAX_LESSONS) this.#forgetRarest();
    const lesson = known ?? new CountedLesson(call, text);
    this.#lessons.set(key, lesson);
    // In another line it may lack the redirection that it has in this one.
    if (isReading) lesson.isReading = true;
    return lesson;
  }

  #forgetRarest(): void {
    this.#known.clear();
    for (const [key, { count }] of this.#lessons) if (count <= 1) this.#lessons.delete(key);
    if (this.#lessons.size >= MAX_LESSONS) this.#lessons.clear();
  }

  #sessionNumber(session: string): number {
    const number = this.#sessions.get(session) ?? this.#sessions.size;
    if (this.#sessions.size < MAX_SESSION_NAMES) this.#sessions.set(session, number);
    return number;
  }
}

/** A line with problems, or with functions: their names mean something only in this line. */
function isUnclear({ subject }: ToolCall): boolean {
  if (subject.kind !== 'command-line') return false;
  return subject.line.problems.length > 0 || FUNCTION.test(subject.line.source);
}

const FUNCTION = /(?:^|[\s;&|])(?:function\s+[\w-]+|[\w-]+\s*\(\s*\)\s*[{(\n])/;

/** The same text with a variable in it may be another command the next time. */
function isSpelledOut({ name, text }: Unit): boolean {
  return name !== null && text !== '' && !/[$`]/.test(text.replaceAll(/'[^']*'/g, ''));
}

/** Described again on each access: descriptions of thousands of calls need more memory than the calls. */
class CountedLesson implements Lesson {
  readonly text: string;
  readonly sessions = new Set<number>();
  isReading = false;
  count = 0;
  last = 0;
  readonly #call: UndescribedCall;

  constructor(call: UndescribedCall, text: string) {
    this.#call = call;
    this.text = text;
  }

  get call(): ToolCall {
    return describeCall(this.#call);
  }
}

/** Without the content that is written to the file. */
function argumentOf({ tool, input }: ToolCall): unknown {
  const field = TOOL_PROFILES.get(tool)?.argument?.field ?? '';
  return { [field]: (input as Readonly<Record<string, unknown>>)[field] };
}

type Known =
  | { readonly kind: 'teaching'; readonly lessons: readonly CountedLesson[] }
  | { readonly kind: 'dangerous' | 'unclear' };

const MAX_LESSONS = 30_000;
const MAX_KNOWN = 60_000;
const MAX_REJECTED = 2_000;
const MAX_SESSIONS = 500;
const MAX_SESSION_NAMES = 100_000;
