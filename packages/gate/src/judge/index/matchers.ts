import { foldPathGlob, matchesSegments, matchesText, matchesUrl } from '@caliban/calls/globs';
import type { PathGlob, TextGlob, UrlGlob } from '@caliban/calls/types';
import { commandGlobs } from '../../pattern/command-argument.ts';
import type { ArgumentGlob, FieldGlob, Spec } from '../../types/pattern.ts';
import type { Action } from '../../types/rule.ts';
import { matchesFields } from '../match-fields.ts';
import type { Verify } from './lookup.ts';
import type { RuleTexts } from './rule-texts.ts';

/** The requirements of the rule at a position for the tool in question. */
export type SpecAt = (position: number) => Spec;

/** Whole rules, parsed when one must be tried; the latest are cached. */
export class Matchers {
  readonly #texts: Pick<RuleTexts, 'action'>;
  readonly #specAt: SpecAt;
  readonly #foldPaths: boolean;
  readonly #recent = new BoundedCache<number, Matcher>(1024);

  constructor(texts: Pick<RuleTexts, 'action'>, specAt: SpecAt, foldPaths: boolean) {
    this.#texts = texts;
    this.#specAt = specAt;
    this.#foldPaths = foldPaths;
  }

  readonly verify: Verify = (position, text, input) => matches(this.at(position), text, input);

  at(position: number): Matcher {
    const known = this.#recent.get(position);
    if (known !== undefined) return known;
    const matcher = matcherOf(this.#specAt(position), this.#texts.action(position), this.#foldPaths);
    this.#recent.set(position, matcher);
    return matcher;
  }
}

/** A rule unpacked and ready to be tried on a text. */
export type Matcher = {
  readonly argument: ArgumentMatcher | null;
  readonly fields: readonly FieldGlob[];
  readonly action: Action;
};

export type ArgumentMatcher =
  /** One of these matches; `~` is spelled out. */
  | { readonly kind: 'text'; readonly globs: readonly TextGlob[] }
  /** In lower case on a case-insensitive file system. */
  | { readonly kind: 'path'; readonly glob: PathGlob }
  | { readonly kind: 'url'; readonly glob: UrlGlob }
  /** The text alone doesn't decide. */
  | { readonly kind: 'class' };

export function matcherOf({ argument, fields }: Spec, action: Action, foldPaths: boolean): Matcher {
  return { argument: argument === null ? null : argumentMatcherOf(argument, foldPaths), fields, action };
}

function argumentMatcherOf(argument: ArgumentGlob, foldPaths: boolean): ArgumentMatcher {
  switch (argument.kind) {
    case 'text':
      return { kind: 'text', globs: commandGlobs(argument) };
    case 'path':
      return foldPaths ? { kind: 'path', glob: foldPathGlob(argument.glob) } : argument;
    case 'url':
    case 'class':
      return argument;
  }
}

/** `text`: the command, the URL, or the path below the rule's anchor; unused if the rule only requires fields. */
export function matches({ argument, fields, action }: Matcher, text: string, input: unknown): boolean {
  return (argument === null || argumentMatches(argument, text)) && matchesFields(fields, input, action);
}

function argumentMatches(argument: ArgumentMatcher, text: string): boolean {
  switch (argument.kind) {
    case 'text':
      return argument.globs.some((glob) => matchesText(glob, text));
    case 'path':
      return argument.glob.alternatives.some((segments) => matchesSegments(segments, text));
    case 'url':
      return matchesUrl(argument.glob, text);
    case 'class':
      return false;
  }
}

/** Caches recent entries, at most twice `size`. */
export class BoundedCache<Key, Value> {
  readonly #size: number;
  #young = new Map<Key, Value>();
  #old = new Map<Key, Value>();

  constructor(size: number) {
    this.#size = size;
  }

  get(key: Key): Value | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    if (old !== undefined) this.set(key, old);
    return old;
  }

  set(key: Key, value: Value): void {
    if (this.#young.size >= this.#size) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, value);
  }
}
