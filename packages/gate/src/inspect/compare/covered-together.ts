import { literalText } from '@caliban/calls/globs';
import type { ArgumentGlob } from '../../types/pattern.ts';
import { containTogether, matchesSample, samplesOf } from '../containment/contains-argument.ts';
import { isAnyCall, type Reach, type Shape } from '../rule-shape.ts';
import { type CoverageContext, coverageOfContained, coverageOn } from './coverage.ts';

export type Together = { readonly coverage: 'full' | 'mostly'; readonly by: readonly Shape[] };

/** How many candidates are examined, and how many of them are tried together. */
const MAX_CANDIDATES = 64;
const MAX_TOGETHER = 12;

/**
 * Several earlier rules that cover a later one only together: a different rule for each of its tools, or for one tool globs whose
 * union contains its glob. Rules that require fields are left out.
 */
export function coveredTogether(later: Shape, earlier: readonly Shape[], context: CoverageContext): Together | null {
  const parts: Together[] = [];
  const severalTools = later.reaches.length > 1;
  for (const reach of later.reaches) {
    const one = severalTools ? byOne(reach, later, earlier, context) : null;
    const part = one ?? byUnion(reach, later, earlier, context);
    if (part === null) return null;
    parts.push(part);
  }
  const by = [...new Set(parts.flatMap((part) => part.by))].sort((one, other) => one.position - other.position);
  if (by.length < 2) return null;
  return { coverage: parts.every((part) => part.coverage === 'full') ? 'full' : 'mostly', by };
}

function byOne(reach: Reach, later: Shape, earlier: readonly Shape[], context: CoverageContext): Together | null {
  let mostly: Together | null = null;
  for (const shape of earlier) {
    const coverage = coverageOn(reach, shape, later, context);
    if (coverage === 'full') return { coverage, by: [shape] };
    if (coverage === 'mostly') mostly ??= { coverage, by: [shape] };
  }
  return mostly;
}

type Share = { readonly shape: Shape; readonly argument: ArgumentGlob; readonly coverage: 'full' | 'mostly' };

function byUnion(reach: Reach, later: Shape, earlier: readonly Shape[], context: CoverageContext): Together | null {
  const { argument, fields } = reach.spec;
  if (argument === null || fields.length > 0 || reach.unnamed || isLiteral(argument)) return null;
  if (context.unionEffort.left <= 0) return null;
  const shares = sharesIn(argument, earlier, later, reach);
  const contained = (some: readonly Share[]) =>
    some.length > 0 &&
    containTogether(
      some.map((share) => share.argument),
      argument,
      context.unionEffort,
    ) === 'yes';
  const full = shares.filter(({ coverage }) => coverage === 'full');
  const enough = [full, shares].find(contained);
  if (enough === undefined) return null;
  const needed = enough.reduce((kept, share) => {
    const without = kept.filter((other) => other !== share);
    return contained(without) ? without : kept;
  }, enough);
  return {
    coverage: needed.every(({ coverage }) => coverage === 'full') ? 'full' : 'mostly',
    by: needed.map(({ shape }) => shape),
  };
}

function isLiteral(argument: ArgumentGlob): boolean {
  return argument.kind === 'text' && !argument.anywhere && literalText(argument.glob) !== null;
}

/** Rules that match one of the samples; empty if no rule matches some sample. */
function sharesIn(argument: ArgumentGlob, earlier: readonly Shape[], later: Shape, reach: Reach): readonly Share[] {
  const samples = samplesOf(argument);
  const shares: Share[] = [];
  const open = new Set(samples);
  for (const share of earlier.slice(0, MAX_CANDIDATES).flatMap((shape) => shareOf(shape, later, reach))) {
    const matched = samples.filter((sample) => matchesSample(share.argument, sample));
    if (matched.length > 0 && shares.length < MAX_TOGETHER) shares.push(share);
    for (const sample of matched) open.delete(sample);
  }
  return open.size === 0 ? shares : [];
}

/** The rule's contribution, if its glob contains a part of the later one's. */
function shareOf(shape: Shape, later: Shape, { tool, spec: laterSpec }: Reach): readonly Share[] {
  const spec = shape.specOn(tool);
  if (spec === null || isAnyCall(spec) || spec.argument === null || spec.fields.length > 0) return [];
  const coverage = coverageOfContained(spec, shape, laterSpec, later);
  if (coverage === 'none') return [];
  // With symlinks, one allow may match the written path and another the real path.
  const split = spec.argument.kind === 'path' && shape.rule.action === 'allow';
  return [{ shape, argument: spec.argument, coverage: split ? 'mostly' : coverage }];
}
