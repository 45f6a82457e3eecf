import type { OperatorSet } from '../types/command-line.ts';
import type { PathAnchor } from '../types/glob.ts';
import type { ArgumentGlob, Spec } from '../types/pattern.ts';
import type { Action } from '../types/rule.ts';
import { type ReadyRule, readyRule, readyRuleMatches } from './index/ready-rule.ts';
import { type Accept, type ActionSet, actionBit, type PathProbe, STRICT, type ToolRules } from './rule-index.ts';
import { strictSpelling } from './strict-spelling.ts';

/** A rule that a look-up may come to, as it reads for the tool in question. */
export type Candidate = {
  readonly position: number;
  readonly action: ActionSet;
  readonly argument: ArgumentGlob | null;
  readonly hasFields: boolean;
  readonly ready: ReadyRule;
};

export function candidateOf(
  spec: Spec,
  { position, action, foldPaths }: { readonly position: number; readonly action: Action; readonly foldPaths: boolean },
): Candidate {
  return {
    position,
    action: actionBit(action),
    argument: spec.argument,
    hasFields: spec.fields.length > 0,
    ready: readyRule(spec, action, foldPaths),
  };
}

/** What the argument of a rule is held against. */
export type LooksAt = 'command' | 'url' | PathAnchor;

/** The rules for one tool, for a process that judges few calls of it. Each list may hold more than it says, never less. */
export interface Candidates {
  readonly foldsPaths: boolean;
  readonly strictOperators: OperatorSet;
  /** Of the rules for every call, the first with each action. */
  any(): readonly Candidate[];
  /** Of all rules, the first with each action. */
  first(): readonly Candidate[];
  /** Those with an argument that looks there and matches the text. */
  near(looksAt: LooksAt, text: string): readonly Candidate[];
  /** Those about a class. */
  byClass(): readonly Candidate[];
  /** Those that ask for fields alone, and the input has them. */
  byFields(input: unknown): Iterable<Candidate>;
}

/** Whoever may match is tried. */
export function candidateRules(candidates: Candidates): ToolRules {
  const { foldsPaths } = candidates;
  return {
    foldsPaths,
    get strictOperators() {
      return candidates.strictOperators;
    },
    get asksForClasses() {
      return candidates.byClass().length > 0;
    },
    firstAny: (actions, below) => smallest(candidates.any(), actions, below),
    firstOf: (actions, below) => smallest(candidates.first(), actions, below),
    firstText(text, input, actions, below, accept) {
      return firstMatch(candidates.near('command', text), text, input, { actions, below, accept });
    },
    firstAnywhere(text, input, actions, below) {
      const anywhere = candidates
        .near('command', text)
        .filter(({ argument }) => argument?.kind === 'text' && argument.anywhere);
      return firstMatch(anywhere, text, input, { actions, below });
    },
    /** Needs every rule of the tool: whoever judges by candidates looks for such lines first. */
    firstInside() {
      throw new Error('so long a line takes every rule');
    },
    firstPath(path, input, actions, below, accept) {
      let best = below;
      for (const anchor of ANCHORS) {
        const text = textBelow(path, anchor, foldsPaths);
        if (text === null) continue;
        best = firstMatch(candidates.near(anchor, text), text, input, { actions, below: best, accept });
      }
      return best;
    },
    firstUrl: (url, input, actions, below) => firstMatch(candidates.near('url', url), url, input, { actions, below }),
    firstClass: (classes, actions, below) =>
      smallest(
        candidates.byClass().filter(({ argument }) => argument?.kind === 'class' && classes.has(argument.name)),
        actions,
        below,
      ),
    firstFields: (input, actions, below) => firstMatch(candidates.byFields(input), '', input, { actions, below }),
  };
}

const ANCHORS: readonly PathAnchor[] = ['workspace', 'root', 'home'];

function textBelow(path: PathProbe, anchor: PathAnchor, foldsPaths: boolean): string | null {
  const text = path[anchor];
  return foldsPaths ? (text?.toLowerCase() ?? null) : text;
}

function firstMatch(
  candidates: Iterable<Candidate>,
  text: string,
  input: unknown,
  { actions, below, accept }: { actions: ActionSet; below: number; accept?: Accept | undefined },
): number {
  let best = below;
  for (const { position, action, ready } of candidates) {
    if (position >= best || (action & actions) === 0) continue;
    if (readyRuleMatches(ready, text, input) && accept?.(position) !== false) best = position;
  }
  return best;
}

function smallest(candidates: readonly Candidate[], actions: ActionSet, below: number): number {
  let best = below;
  for (const { position, action } of candidates) {
    if (position < best && (action & actions) !== 0) best = position;
  }
  return best;
}

/** What one of them adds to `strictOperators`. */
export function operatorsOf(argument: ArgumentGlob | null, action: ActionSet): OperatorSet {
  return (action & STRICT) !== 0 && argument?.kind === 'text' ? strictSpelling(argument.glob.text) : 0;
}

/** Whether the argument is held against what stands there. */
export function looksAt(argument: ArgumentGlob | null, there: LooksAt): boolean {
  switch (argument?.kind) {
    case 'text':
      return there === 'command';
    case 'path':
      return there === argument.glob.anchor;
    case 'url':
      return there === 'url';
    case 'class':
    case undefined:
      return false;
  }
}
