import type { ToolCall } from '@caliban/calls';
import type { Verdict } from '../types/verdict.ts';
import { judge } from './judge.ts';
import type { RuleBook } from './rule-book.ts';
import { DENY_OR_ASK, NO_RULE, type RuleIndex, type ToolRules } from './rule-index.ts';
import { isDefaultVerdict } from './strictest.ts';

export type VerdictAtHost = {
  readonly verdict: Verdict;
  /** No written rule applies, so the calling agent decides. */
  readonly isLeft: boolean;
};

/** The verdict of written rules on a call of another agent. `book` has no built-in rules. */
export function judgeAtHost(book: RuleBook, call: ToolCall): VerdictAtHost {
  const verdict = judge(book, call);
  const { because } = verdict;
  if (because.kind !== 'harmless' && because.kind !== 'opaque' && !isDefaultVerdict(because))
    return { verdict, isLeft: false };
  if (because.kind === 'opaque') return { verdict, isLeft: because.rule === undefined && !hasStrictRule(book, call) };
  if (!hidesItsName(call) || !hasStrictRule(book, call)) return { verdict, isLeft: true };
  const problem = 'the name of a command is known only when it runs, and a rule may deny or ask about it';
  return { verdict: { action: 'ask', because: { kind: 'opaque', problem } }, isLeft: false };
}

/** A deny or ask may be about the part that couldn't be analysed, so such a line is a question. */
function hasStrictRule({ rules }: RuleBook, { tool }: ToolCall): boolean {
  return rules.forTool(tool).firstOf(DENY_OR_ASK, NO_RULE) !== NO_RULE;
}

/** Some command of the line has a name that is known only at run time. */
function hidesItsName({ subject }: ToolCall): boolean {
  return subject.kind === 'command-line' && subject.line.units.some(({ name }) => name === null);
}

/** The same book without the built-in rules. They come last, so a lookup that finds one has found no written rule. */
export function writtenRules({ rules, ...book }: RuleBook): RuleBook {
  const known = KNOWN.get(rules) ?? new WrittenIndex(rules);
  KNOWN.set(rules, known);
  return { ...book, rules: known };
}

const KNOWN = new WeakMap<RuleIndex, WrittenIndex>();

class WrittenIndex implements RuleIndex {
  readonly #index: RuleIndex;
  readonly #tools = new Map<string, ToolRules>();

  constructor(index: RuleIndex) {
    this.#index = index;
  }

  get size(): number {
    return this.#index.size;
  }

  rule(position: number): ReturnType<RuleIndex['rule']> {
    return this.#index.rule(position);
  }

  forTool(name: string): ToolRules {
    const known = this.#tools.get(name) ?? writtenToolRules(this.#index, this.#index.forTool(name));
    this.#tools.set(name, known);
    return known;
  }
}

function writtenToolRules(index: RuleIndex, tool: ToolRules): ToolRules {
  return {
    get foldsPaths() {
      return tool.foldsPaths;
    },
    get strictOperators() {
      return tool.strictOperators;
    },
    get asksForClasses() {
      return tool.asksForClasses;
    },
    classesOf: (call) => tool.classesOf(call),
    firstAny: (actions, below) => written(tool.firstAny(actions, below), below),
    firstOf: (actions, below) => written(tool.firstOf(actions, below), below),
    firstText: (text, input, actions, below, accept) =>
      written(tool.firstText(text, input, actions, below, accept), below),
    firstAnywhere: (text, input, actions, below) => written(tool.firstAnywhere(text, input, actions, below), below),
    firstInside: (text, input, actions, below) => written(tool.firstInside(text, input, actions, below), below),
    firstPath: (path, input, actions, below, accept) =>
      written(tool.firstPath(path, input, actions, below, accept), below),
    firstUrl: (url, input, actions, below) => written(tool.firstUrl(url, input, actions, below), below),
    firstClass: (classes, actions, below) => written(tool.firstClass(classes, actions, below), below),
    firstFields: (input, actions, below) => written(tool.firstFields(input, actions, below), below),
  };

  /** A negative position means that the lookup took too long. */
  function written(position: number, below: number): number {
    if (position < 0 || position >= Math.min(below, NO_RULE)) return position;
    return index.rule(position).source.layer === 'builtin' ? below : position;
  }
}
