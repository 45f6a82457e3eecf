import { type CallClasses, classesOf, type ToolCall } from '@caliban/calls';
import type { ClassSet } from '@caliban/calls/classes';
import type { OperatorSet, PathAnchor } from '@caliban/calls/types';
import { type Accept, type ActionSet, NO_RULE, type PathProbe, type ToolRules } from '../rule-index.ts';
import type { FieldIndex } from './field-index.ts';
import { type FirstByAction, firstOfActions } from './first-by-action.ts';
import type { GlobIndex } from './glob-index.ts';
import type { RuleGroup } from './rule-group.ts';

const ACTION_SETS: readonly ActionSet[] = [0, 1, 2, 3, 4, 5, 6, 7];

/** All groups whose tool matches one tool name, searched together. */
export class ToolView implements ToolRules {
  readonly strictOperators: OperatorSet;
  readonly asksForClasses: boolean;
  /** The first position, by set of actions. */
  readonly #any: Int32Array;
  readonly #all: Int32Array;
  readonly #groups: readonly RuleGroup[];
  readonly #text: readonly GlobIndex[];
  readonly #paths: readonly { readonly anchor: PathAnchor; readonly index: GlobIndex }[];
  readonly #urls: readonly GlobIndex[];
  readonly #fields: readonly FieldIndex[];
  readonly foldsPaths: boolean;

  constructor(groups: readonly RuleGroup[], foldsPaths: boolean) {
    this.#groups = groups;
    this.foldsPaths = foldsPaths;
    this.strictOperators = groups.reduce((set, group) => set | group.strictOperators, 0);
    this.asksForClasses = groups.some(({ classes }) => classes.size > 0);
    this.#any = firstBySet(groups.map(({ any }) => any));
    this.#all = firstBySet(groups.map(({ all }) => all));
    this.#text = present(groups.map((group) => group.index('text')));
    this.#urls = present(groups.map((group) => group.index('url')));
    this.#fields = present(groups.map(({ fields }) => fields));
    this.#paths = ANCHORS.flatMap((anchor) =>
      present(groups.map((group) => group.index(anchor))).map((index) => ({ anchor, index })),
    );
  }

  classesOf(call: ToolCall): CallClasses {
    return classesOf(call);
  }

  firstAny(actions: ActionSet, below: number): number {
    return Math.min(this.#any[actions] as number, below);
  }

  firstOf(actions: ActionSet, below: number): number {
    return Math.min(this.#all[actions] as number, below);
  }

  firstText(text: string, input: unknown, actions: ActionSet, below: number, accept?: Accept): number {
    let best = below;
    for (const index of this.#text) best = index.first(text, input, actions, best, accept);
    return best;
  }

  firstAnywhere(text: string, input: unknown, actions: ActionSet, below: number): number {
    let best = below;
    for (const index of this.#text) best = index.firstAnywhere(text, input, actions, best);
    return best;
  }

  firstInside(text: string, input: unknown, actions: ActionSet, below: number): number {
    let best = below;
    for (const group of this.#groups) {
      best = group.firstInside(text, input, actions, best);
      if (best < 0) return best;
    }
    return best;
  }

  firstPath(path: PathProbe, input: unknown, actions: ActionSet, below: number, accept?: Accept): number {
    let best = below;
    for (const { anchor, index } of this.#paths) {
      const text = asSeenFrom(anchor, path);
      if (text !== null) best = index.first(this.foldsPaths ? text.toLowerCase() : text, input, actions, best, accept);
    }
    return best;
  }

  firstUrl(url: string, input: unknown, actions: ActionSet, below: number): number {
    let best = below;
    for (const index of this.#urls) best = index.first(url, input, actions, best);
    return best;
  }

  firstClass(classes: ClassSet, actions: ActionSet, below: number): number {
    let best = below;
    for (const group of this.#groups) {
      for (const name of classes) {
        const first = group.classes.get(name);
        if (first !== undefined) best = Math.min(best, firstOfActions(first, actions));
      }
    }
    return best;
  }

  firstFields(input: unknown, actions: ActionSet, below: number): number {
    let best = below;
    for (const index of this.#fields) best = index.first(input, actions, best);
    return best;
  }
}

const ANCHORS: readonly PathAnchor[] = ['workspace', 'root', 'home'];

/** Written out: looking up a property by a variable name takes longer than many a decision. */
function asSeenFrom(anchor: PathAnchor, { workspace, root, home }: PathProbe): string | null {
  switch (anchor) {
    case 'workspace':
      return workspace;
    case 'root':
      return root;
    case 'home':
      return home;
  }
}

function present<Value>(values: readonly (Value | null)[]): readonly Value[] {
  return values.filter((value) => value !== null);
}

function firstBySet(firsts: readonly FirstByAction[]): Int32Array {
  return Int32Array.from(ACTION_SETS, (actions) =>
    firsts.reduce((smallest, first) => Math.min(smallest, firstOfActions(first, actions)), NO_RULE),
  );
}
