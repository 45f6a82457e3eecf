import type { ClassSet } from '../classes/classes-of.ts';
import type { OperatorSet } from '../types/command-line.ts';
import type { Rule } from '../types/rule.ts';
import type { Accept, ActionSet, PathProbe, RuleIndex, ToolRules } from './rule-index.ts';

/** Several indexes read as one, in order: what changes during a session (a few rules) is compiled apart from what does not. */
export function joinIndexes(indexes: readonly RuleIndex[]): RuleIndex {
  const chapters = indexes.filter(({ size }) => size > 0);
  const [only] = chapters;
  if (only !== undefined && chapters.length === 1) return only;
  return new JoinedIndex(chapters);
}

type Chapter<Part> = { readonly part: Part; readonly offset: number };

class JoinedIndex implements RuleIndex {
  readonly size: number;
  readonly #chapters: readonly Chapter<RuleIndex>[];

  constructor(indexes: readonly RuleIndex[]) {
    let offset = 0;
    this.#chapters = indexes.map((part) => {
      const chapter = { part, offset };
      offset += part.size;
      return chapter;
    });
    this.size = offset;
  }

  rule(position: number): Rule {
    const chapter = this.#chapters.findLast(({ offset }) => offset <= position);
    if (chapter === undefined) throw new RangeError(`no rule stands at ${position}`);
    return chapter.part.rule(position - chapter.offset);
  }

  forTool(name: string): ToolRules {
    return new JoinedToolRules(this.#chapters.map(({ part, offset }) => ({ part: part.forTool(name), offset })));
  }
}

class JoinedToolRules implements ToolRules {
  readonly foldsPaths: boolean;
  readonly strictOperators: OperatorSet;
  readonly asksForClasses: boolean;
  readonly #chapters: readonly Chapter<ToolRules>[];

  constructor(chapters: readonly Chapter<ToolRules>[]) {
    this.#chapters = chapters;
    this.foldsPaths = chapters.some(({ part }) => part.foldsPaths);
    this.asksForClasses = chapters.some(({ part }) => part.asksForClasses);
    this.strictOperators = chapters.reduce((set, { part }) => set | part.strictOperators, 0);
  }

  firstAny(actions: ActionSet, below: number): number {
    return this.#first(below, (part, under) => part.firstAny(actions, under));
  }

  firstOf(actions: ActionSet, below: number): number {
    return this.#first(below, (part, under) => part.firstOf(actions, under));
  }

  firstText(text: string, input: unknown, actions: ActionSet, below: number, accept?: Accept): number {
    return this.#first(below, (part, under, offset) =>
      part.firstText(text, input, actions, under, shifted(accept, offset)),
    );
  }

  firstAnywhere(text: string, input: unknown, actions: ActionSet, below: number): number {
    return this.#first(below, (part, under) => part.firstAnywhere(text, input, actions, under));
  }

  firstInside(text: string, input: unknown, actions: ActionSet, below: number): number {
    return this.#first(below, (part, under) => part.firstInside(text, input, actions, under));
  }

  firstPath(path: PathProbe, input: unknown, actions: ActionSet, below: number, accept?: Accept): number {
    return this.#first(below, (part, under, offset) =>
      part.firstPath(path, input, actions, under, shifted(accept, offset)),
    );
  }

  firstUrl(url: string, input: unknown, actions: ActionSet, below: number): number {
    return this.#first(below, (part, under) => part.firstUrl(url, input, actions, under));
  }

  firstClass(classes: ClassSet, actions: ActionSet, below: number): number {
    return this.#first(below, (part, under) => part.firstClass(classes, actions, under));
  }

  firstFields(input: unknown, actions: ActionSet, below: number): number {
    return this.#first(below, (part, under) => part.firstFields(input, actions, under));
  }

  #first(below: number, look: (part: ToolRules, under: number, offset: number) => number): number {
    for (const { part, offset } of this.#chapters) {
      const under = below - offset;
      if (under <= 0) return below;
      const position = look(part, under, offset);
      if (position < 0) return position;
      if (position < under) return offset + position;
    }
    return below;
  }
}

function shifted(accept: Accept | undefined, offset: number): Accept | undefined {
  return accept === undefined ? undefined : (position) => accept(position + offset);
}
