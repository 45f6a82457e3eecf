import { foldPathGlob } from '@caliban/calls/globs';
import type { PathGlob } from '@caliban/calls/types';
import { SEARCHES } from '../../judge/denied-reach.ts';
import { specFor } from '../../pattern/parse-pattern.ts';
import type { Spec } from '../../types/pattern.ts';
import type { CoverageContext } from '../compare/coverage.ts';
import { containsPath } from '../containment/contains-path.ts';
import { isDisjointFrom } from '../containment/disjoint-paths.ts';
import { type ExampleContext, exampleCalls, matchesAsWritten } from '../example-call.ts';
import type { ExampleCall, Finding } from '../finding.ts';
import type { Shape } from '../rule-shape.ts';
import { callText, quotedPattern, ruleName } from './rule-name.ts';
import { severityOf } from './shadows.ts';

/**
 * Allows and asks for searches of paths that a rule denies to read, wherever in the list that rule is: searches are denied where
 * reading is.
 */
export function deniedSearches(shapes: readonly Shape[], context: CoverageContext, world: ExampleContext): Finding[] {
  const ofRead = shapes.filter(({ specOn }) => specOn('Read') !== null);
  const denies = ofRead.filter(({ rule, specOn }) => rule.action === 'deny' && pathOf(specOn('Read')) !== null);
  if (denies.length === 0) return [];
  return shapes.flatMap((shape): Finding[] => {
    const { rule, position, reaches } = shape;
    const isSearch = reaches.length > 0 && reaches.every(({ tool }) => SEARCHES.has(tool));
    if (rule.action === 'deny' || !isSearch) return [];
    const deny = denies.find(
      (each) => coversSearch(each, shape, context) && isFirst(each, ofRead, shape, { context, world }),
    );
    const exampleCall = deny === undefined ? null : shownBy(shape, deny, world);
    if (deny === undefined || exampleCall === null) return [];
    const by = [{ rule: deny.rule, position: deny.position }];
    const message =
      `${quotedPattern(rule)} (${rule.action}) can never decide: a search is a reading, and ${ruleName(deny)} denies all it ` +
      `matches, for example ${callText(exampleCall)}; remove one of them`;
    return [{ kind: 'shadowed', rule, position, by, exampleCall, severity: severityOf(rule, by), message }];
  });
}

/** The path of a rule that requires nothing else. */
function pathOf(spec: Spec | null): PathGlob | null {
  return spec?.argument?.kind === 'path' && spec.fields.length === 0 ? spec.argument.glob : null;
}

/** Reading is denied for every searched path, or for everything in it. */
function coversSearch(deny: Shape, { reaches }: Shape, { unionEffort: effort }: CoverageContext): boolean {
  effort.left -= COST_OF_A_LOOK;
  const denied = effort.left < 0 ? null : pathOf(deny.specOn('Read'));
  return reaches.every(({ spec: { argument } }) => {
    if (denied === null || argument?.kind !== 'path') return false;
    return [argument.glob, inside(argument.glob)].some((glob) => containsPath(denied, glob, effort) === 'yes');
  });
}

/** In search states. */
const COST_OF_A_LOOK = 20;

/** The contents of the directories that the glob matches. */
function inside(glob: PathGlob): PathGlob {
  return { ...glob, text: `${glob.text}/*`, alternatives: glob.alternatives.map((segments) => [...segments, [STAR]]) };
}

const STAR = { kind: 'star' } as const;

/** No rule above it allows reading any of these; another deny of a path only has the same effect. */
function isFirst(
  deny: Shape,
  ofRead: readonly Shape[],
  search: Shape,
  { context, world }: { readonly context: CoverageContext; readonly world: ExampleContext },
): boolean {
  const above = ofRead.filter(({ position }) => position < deny.position);
  return above.every(({ rule, specOn }) => {
    if (pathOf(specOn('Read')) === null) return false;
    if (rule.action === 'deny') return true;
    // A symlink may lead to a path that an ask is about.
    if (rule.action === 'ask') return false;
    return search.reaches.every(({ tool }) => isElsewhere(rule, search.rule, tool, { context, world }));
  });
}

/** As written, not relative to the roots: these may have another path. Ignoring case, as some file systems do. */
function isElsewhere(
  allowed: Shape['rule'],
  searching: Shape['rule'],
  tool: string,
  { context, world }: { readonly context: CoverageContext; readonly world: ExampleContext },
): boolean {
  const read = pathOf(specFor(allowed.pattern, 'Read', world.profiles));
  const searched = specFor(searching.pattern, tool, world.profiles)?.argument;
  if (read === null || searched?.kind !== 'path') return false;
  return [searched.glob, inside(searched.glob)].every((glob) =>
    isDisjointFrom(foldPathGlob(read), foldPathGlob(glob), context.unionEffort),
  );
}

function shownBy(search: Shape, deny: Shape, world: ExampleContext): ExampleCall | null {
  for (const { tool } of search.reaches) {
    for (const call of exampleCalls(search.rule, tool, world)) {
      const path = String(call.input.path);
      const reads = [path, `${path}/x`].map((each): ExampleCall => ({ tool: 'Read', input: { path: each } }));
      if (reads.some((read) => matchesAsWritten(deny.rule, read, world))) return call;
    }
  }
  return null;
}
