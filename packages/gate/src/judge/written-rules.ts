import type { RuleBook } from './rule-book.ts';
import { NO_RULE, type RuleIndex, type ToolRules } from './rule-index.ts';

/** The same book without the built-in rules. They come last, so a look-up that finds one has found no written rule. */
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

  /** A negative position means that the look-up took too long. */
  function written(position: number, below: number): number {
    if (position < 0 || position >= Math.min(below, NO_RULE)) return position;
    return index.rule(position).source.layer === 'builtin' ? below : position;
  }
}
