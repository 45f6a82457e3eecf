import type { ToolCall } from '../types/tool-call.ts';
import type { ClassName } from './class-names.ts';
import { type Danger, isDanger, isDangerousCommand, isDangerousRedirect } from './danger.ts';
import { DANGERS } from './dangers.ts';
import { isInside, onlyReads, redirectReads } from './reading/read-only.ts';
import { isUnread, type RunCommand, runCommands, unitsOf } from './run-commands.ts';

export type ClassSet = ReadonlySet<ClassName>;

/**
 * The classes of one part of a call. `covers` is a subset of `touches`. Undecidable classes are in `touches`, never in `covers`.
 */
export type PartClasses = {
  /** A deny or ask of one of these applies to the part. */
  readonly touches: ClassSet;
  /** An allow of one of these covers the part: all of it is in the class, including its redirections. */
  readonly covers: ClassSet;
};

/** The classes of one call, each part computed on demand. */
export interface CallClasses {
  /**
   * For a call that isn't a command: the call itself. For a command line: only classes of its parts together that no single part
   * has (`curl … | sh`); `covers` is empty then, because an allow covers parts.
   */
  whole(): PartClasses;
  /** By its index in `line.units`; a plain command is its own unit 0. */
  unit(index: number): PartClasses;
  /** By its index in `line.redirects`: the classes of opening that file. */
  redirect(index: number): PartClasses;
  /** Part of the call couldn't be read, so no class can be ruled out. */
  isPartlyUnread(): boolean;
}

/** Computed at most once per call, and never for a policy without `@` patterns. */
export function classesOf(call: ToolCall): CallClasses {
  const known = KNOWN.get(call);
  if (known !== undefined) return known;
  const classes = classify(call);
  KNOWN.set(call, classes);
  return classes;
}

/** Every class of any part of the call, for people who are asked about it. */
export function classNamesIn(call: ToolCall): readonly ClassName[] {
  const { subject } = call;
  const classes = classesOf(call);
  const [units, redirects] =
    subject.kind === 'command-line'
      ? [subject.line.units.length, subject.line.redirects.length]
      : [subject.kind === 'plain-command' ? 1 : 0, 0];
  const parts = [
    classes.whole(),
    ...Array.from({ length: units }, (_, index) => classes.unit(index)),
    ...Array.from({ length: redirects }, (_, index) => classes.redirect(index)),
  ];
  return [...new Set(parts.flatMap(({ touches }) => [...touches]))];
}

/** The same call with classes that are already known. */
export function withClasses(call: ToolCall, classes: CallClasses): ToolCall {
  const known = { ...call };
  KNOWN.set(known, classes);
  return known;
}

const KNOWN = new WeakMap<ToolCall, CallClasses>();

function classify(call: ToolCall): CallClasses {
  const { subject } = call;
  if (subject.kind !== 'plain-command' && subject.kind !== 'command-line') {
    const whole = wholeCall(call);
    return { whole: () => whole, unit: () => NO_CLASSES, redirect: () => NO_CLASSES, isPartlyUnread: () => false };
  }
  const commandsOf = byUnit(call);
  return {
    whole: once(() => ({ touches: named(DANGERS.filter((danger) => danger.call?.(call) === true)), covers: NONE })),
    unit: perIndex((index) => unitClasses(call, index, commandsOf)),
    redirect: perIndex((index) => redirectClasses(call, index)),
    isPartlyUnread: () => runCommands(call).some(isUnread),
  };
}

function wholeCall(call: ToolCall): PartClasses {
  const { access, subject } = call;
  const touches = new Set(named(DANGERS.filter((danger) => isDanger(danger, call))));
  if (subject.kind === 'url') touches.add('network');
  const isRead =
    access === 'read' && (subject.kind !== 'path' || isInside([subject.written, subject.real], call.context));
  return withReadOnly(touches, isRead);
}

/** Grouped once: a line may have thousands of units. */
function byUnit(call: ToolCall): (index: number) => readonly RunCommand[] {
  const groups = once(() => {
    const found = new Map<number, RunCommand[]>();
    for (const command of runCommands(call)) {
      const group = found.get(command.unit);
      if (group === undefined) found.set(command.unit, [command]);
      else group.push(command);
    }
    return found;
  });
  return (index) => groups().get(index) ?? [];
}

function unitClasses(call: ToolCall, index: number, commandsOf: (index: number) => readonly RunCommand[]): PartClasses {
  const unit = unitsOf(call)[index];
  if (unit === undefined) return NO_CLASSES;
  const commands = commandsOf(index);
  const isOne = (danger: Danger) => commands.some((command) => isDangerousCommand(danger, command, call));
  const line = call.subject.kind === 'command-line' ? call.subject.line : null;
  const isRead =
    (line === null || line.problems.length === 0) &&
    onlyReads(unit, call) &&
    (line?.redirects ?? []).every(
      (redirect, at) => (redirect.unit ?? index) !== index || redirectClasses(call, at).covers.has('read-only'),
    );
  return withReadOnly(named(DANGERS.filter(isOne)), isRead);
}

function redirectClasses(call: ToolCall, index: number): PartClasses {
  const isOne = (danger: Danger) => isDangerousRedirect(danger, index, call);
  return withReadOnly(named(DANGERS.filter(isOne)), redirectReads(index, call));
}

/** A part in a dangerous class isn't read-only, whatever else is known about it. */
function withReadOnly(dangerous: ClassSet, isRead: boolean): PartClasses {
  if (!isRead || dangerous.size > 0) return { touches: dangerous, covers: dangerous };
  return { touches: READ_ONLY, covers: READ_ONLY };
}

const READ_ONLY: ClassSet = new Set(['read-only']);

function named(dangers: readonly Danger[]): ClassSet {
  const names = new Set<ClassName>(dangers.flatMap((danger) => danger.class ?? []));
  for (const name of names) if (name !== 'network') return names.add('dangerous');
  return names;
}

function once<T>(find: () => T): () => T {
  let found: { readonly value: T } | null = null;
  return () => {
    found ??= { value: find() };
    return found.value;
  };
}

function perIndex(find: (index: number) => PartClasses): (index: number) => PartClasses {
  const known = new Map<number, PartClasses>();
  return (index) => {
    const classes = known.get(index) ?? find(index);
    known.set(index, classes);
    return classes;
  };
}

const NONE: ClassSet = new Set();
export const NO_CLASSES: PartClasses = { touches: NONE, covers: NONE };
