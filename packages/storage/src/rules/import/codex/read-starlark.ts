import type { Result } from '@caliban/calls';
import { ok } from '@caliban/calls/types';
import type { ImportProblem } from '../imported.ts';
import { type StarlarkToken, tokenize } from './starlark-tokens.ts';

/** A literal value; `null` for one that would have to be computed. */
export type StarlarkValue = string | readonly StarlarkValue[] | null;

export type StarlarkCall = {
  readonly name: string;
  readonly line: number;
  readonly positional: readonly StarlarkValue[];
  readonly named: ReadonlyMap<string, StarlarkValue>;
};

export type StarlarkFile = {
  readonly calls: readonly StarlarkCall[];
  /** Statements that would have to be executed to know their effect. */
  readonly skipped: readonly SkippedStatement[];
};

export type SkippedStatement = { readonly line: number; readonly text: string };

/** The top-level calls of a rules file, with their literal arguments. Nothing is executed. */
export function readStarlark(text: string): Result<StarlarkFile, ImportProblem> {
  const tokens = tokenize(text);
  if (!tokens.ok) return tokens;
  const calls: StarlarkCall[] = [];
  const skipped: SkippedStatement[] = [];
  const names = new Map<string, StarlarkValue>();
  for (const { words, indented } of statementsOf(tokens.value)) {
    const read = indented ? null : new Statement(words, names).read();
    if (read === null) skipped.push({ line: lineOf(words), text: words.map((token) => token.text).join(' ') });
    else if ('call' in read) calls.push(read.call);
    else names.set(read.name, read.value);
  }
  return ok({ calls, skipped });
}

/** A statement ends at the end of its line unless a bracket is open. An indented one belongs to a loop or a function. */
function statementsOf(tokens: readonly StarlarkToken[]): { words: readonly StarlarkToken[]; indented: boolean }[] {
  const statements: { words: StarlarkToken[]; indented: boolean }[] = [];
  let indented = false;
  let words: StarlarkToken[] = [];
  for (const token of [...tokens, END]) {
    if (token.kind === 'end') {
      if (words.length > 0) statements.push({ words, indented });
      words = [];
      if (token.text !== ';') indented = false;
    } else {
      if (words.length === 0 && isFirstOnLine(token, statements.at(-1)?.words)) indented = token.column > 1;
      words.push(token);
    }
  }
  return statements;
}

const END: StarlarkToken = { kind: 'end', text: '', line: 0, column: 0 };

function isFirstOnLine({ line }: StarlarkToken, before: readonly StarlarkToken[] | undefined): boolean {
  return before?.at(-1)?.line !== line;
}

function lineOf([first]: readonly StarlarkToken[]): number {
  return first?.line ?? 0;
}

const MAX_DEPTH = 50;

/** `name(…)` or `name = value`. */
class Statement {
  readonly #tokens: readonly StarlarkToken[];
  readonly #names: ReadonlyMap<string, StarlarkValue>;
  #at = 0;

  constructor(tokens: readonly StarlarkToken[], names: ReadonlyMap<string, StarlarkValue>) {
    this.#tokens = tokens;
    this.#names = names;
  }

  read(): { call: StarlarkCall } | { name: string; value: StarlarkValue } | null {
    const [first, second] = this.#tokens;
    if (first?.kind !== 'name' || second?.kind !== 'mark') return null;
    this.#at = 2;
    if (second.text === '(') return this.#call(first);
    if (second.text !== '=') return null;
    const value = this.#value(0);
    return this.#at === this.#tokens.length && value !== null ? { name: first.text, value } : null;
  }

  #call({ text: name, line }: StarlarkToken): { call: StarlarkCall } | null {
    const positional: StarlarkValue[] = [];
    const named = new Map<string, StarlarkValue>();
    while (!this.#takes(')')) {
      if (this.#at >= this.#tokens.length) return null;
      const key = this.#tokens[this.#at];
      if (key?.kind === 'name' && this.#isMark(this.#at + 1, '=')) {
        this.#at += 2;
        if (this.#isNone()) this.#at++;
        else named.set(key.text, this.#value(0));
      } else {
        positional.push(this.#value(0));
      }
      if (!this.#takes(',') && !this.#isMark(this.#at, ')')) return null;
    }
    return this.#at === this.#tokens.length ? { call: { name, line, positional, named } } : null;
  }

  /** Doesn't move if the value can't be read. */
  #value(depth: number): StarlarkValue {
    const token = this.#tokens[this.#at];
    if (token === undefined || depth > MAX_DEPTH) return null;
    if (token.kind === 'string') return this.#take(token.value);
    if (token.kind === 'name' && this.#names.has(token.text)) return this.#take(this.#names.get(token.text) ?? null);
    if (!this.#takes('[')) return null;
    const items: StarlarkValue[] = [];
    while (!this.#takes(']')) {
      const before = this.#at;
      items.push(this.#value(depth + 1));
      if (this.#at === before || (!this.#takes(',') && !this.#isMark(this.#at, ']'))) return null;
    }
    return items;
  }

  #isNone(): boolean {
    return this.#tokens[this.#at]?.text === 'None';
  }

  #take(value: StarlarkValue): StarlarkValue {
    this.#at++;
    return value;
  }

  #takes(mark: string): boolean {
    if (!this.#isMark(this.#at, mark)) return false;
    this.#at++;
    return true;
  }

  #isMark(at: number, mark: string): boolean {
    const token = this.#tokens[at];
    return token?.kind === 'mark' && token.text === mark;
  }
}
