import type { ToolCall } from '../types/tool-call.ts';
import type { ClassName } from './class-names.ts';

export type ClassSet = ReadonlySet<ClassName>;

/** The classes of one part of a call. All of `covers` is in `touches`. What cannot be told is in `touches`, never in `covers`. */
export type PartClasses = {
  /** A deny or ask of one of these speaks about the part. */
  readonly touches: ClassSet;
  /** An allow of one of these covers the part: it is wholly of the class, with its redirections. */
  readonly covers: ClassSet;
};

/** The classes of one call, each part worked out when it is asked for. */
export interface CallClasses {
  /**
   * A call that isn't a command: the call itself. A command line: only what its parts are together and no single one of them is
   * (`curl … | sh`); `covers` is empty then, because an allow covers parts.
   */
  whole(): PartClasses;
  /** By its index in `line.units`; a plain command is its own unit 0. */
  unit(index: number): PartClasses;
  /** By its index in `line.redirects`: what opening that file is. */
  redirect(index: number): PartClasses;
}

/** Worked out at most once per call. A policy without `@` patterns never comes here. */
export function classesOf(call: ToolCall): CallClasses {
  const known = KNOWN.get(call);
  if (known !== undefined) return known;
  const classes = classify(call);
  KNOWN.set(call, classes);
  return classes;
}

/** The same call with classes that are known already, in place of those that would be worked out. */
export function withClasses(call: ToolCall, classes: CallClasses): ToolCall {
  const known = { ...call };
  KNOWN.set(known, classes);
  return known;
}

const KNOWN = new WeakMap<ToolCall, CallClasses>();

function classify(_call: ToolCall): CallClasses {
  return { whole: () => NO_CLASSES, unit: () => NO_CLASSES, redirect: () => NO_CLASSES };
}

const NONE: ClassSet = new Set();
export const NO_CLASSES: PartClasses = { touches: NONE, covers: NONE };
