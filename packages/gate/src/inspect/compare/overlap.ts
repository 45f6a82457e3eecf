import { foldPathGlob } from '@caliban/calls/globs';
import type { ArgumentGlob, FieldGlob, Spec } from '../../types/pattern.ts';
import { type Effort, isComparable } from '../containment/containment.ts';
import { wholeText } from '../containment/contains-argument.ts';
import { isDisjointFrom } from '../containment/disjoint-paths.ts';
import { inclusion } from '../containment/inclusion.ts';
import { intersectionOf, type Nfa, NOTHING, unionOf } from '../containment/nfa.ts';
import { textNfa } from '../containment/text-nfa.ts';
import { urlNfa } from '../containment/url-nfa.ts';
import type { Reach, Shape } from '../rule-shape.ts';

/** Whether some call may match both rules. `true` if the search can't decide. */
export function mayOverlap(one: Shape, other: Shape, effort: Effort): boolean {
  return (
    meetsOnItsTools(one, other, effort) ||
    meetsOnItsTools(other, one, effort) ||
    one.reaches.some((reach) => other.reaches.some((each) => meetsOnUnnamedTool(reach, each, effort)))
  );
}

function meetsOnItsTools(one: Shape, other: Shape, effort: Effort): boolean {
  return one.reaches.some(({ tool, spec }) => {
    const there = other.specOn(tool);
    return there !== null && specsMeet(spec, there, effort);
  });
}

/** `mcp__*__read` and `mcp__git__*` name no tool in common, and both match `mcp__git__read`. */
function meetsOnUnnamedTool(one: Reach, other: Reach, effort: Effort): boolean {
  if (!one.unnamed || !other.unnamed) return false;
  return automataMeet(textNfa(one.glob), textNfa(other.glob), effort) && specsMeet(one.spec, other.spec, effort);
}

function specsMeet(one: Spec, other: Spec, effort: Effort): boolean {
  if (one.argument !== null && other.argument !== null && !argumentsMeet(one.argument, other.argument, effort))
    return false;
  return one.fields.every((field) => other.fields.every((each) => fieldsMeet(field, each, effort)));
}

function fieldsMeet(one: FieldGlob, other: FieldGlob, effort: Effort): boolean {
  if (JSON.stringify(one.keys) !== JSON.stringify(other.keys)) return true;
  return globsMeet([one.glob, other.glob], () => [textNfa(one.glob), textNfa(other.glob)], effort);
}

function argumentsMeet(one: ArgumentGlob, other: ArgumentGlob, effort: Effort): boolean {
  if (one.kind === 'text' && other.kind === 'text')
    return globsMeet([one.glob, other.glob], () => [commandNfa(one), commandNfa(other)], effort);
  // Upper and lower case are the same file on some systems.
  if (one.kind === 'path' && other.kind === 'path')
    return !isDisjointFrom(foldPathGlob(one.glob), foldPathGlob(other.glob), effort);
  if (one.kind === 'url' && other.kind === 'url')
    return globsMeet([one.glob, other.glob], () => [urlNfa(one.glob), urlNfa(other.glob)], effort);
  // No glob describes the content of a class.
  return true;
}

function commandNfa(argument: Extract<ArgumentGlob, { kind: 'text' }>): Nfa {
  const whole = textNfa(wholeText(argument));
  return argument.bare === undefined ? whole : unionOf([whole, textNfa(argument.bare)]);
}

function globsMeet(
  globs: readonly { readonly text: string }[],
  automata: () => readonly [Nfa, Nfa],
  effort: Effort,
): boolean {
  const pairs = globs.reduce((product, { text }) => product * (text.length + 1), 1);
  if (!globs.every(isComparable) || pairs > MAX_PAIRS || effort.left < pairs) return true;
  effort.left -= pairs;
  return automataMeet(...automata(), effort);
}

/** An intersection may have a state for each pair of characters. */
const MAX_PAIRS = 200_000;

function automataMeet(one: Nfa, other: Nfa, effort: Effort): boolean {
  return inclusion(intersectionOf(one, other), NOTHING, effort).kind !== 'included';
}
