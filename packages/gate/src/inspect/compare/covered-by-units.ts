import { analyseCommandLine } from '@caliban/calls';
import { literalText } from '@caliban/calls/globs';
import { isPlainCommand } from '@caliban/calls/shell';
import type { Unit } from '@caliban/calls/types';
import { matchesCommand } from '../containment/contains-argument.ts';
import type { Shape } from '../rule-shape.ts';
import type { CoverageContext } from './coverage.ts';

/**
 * An allow that spells out a whole line has nothing left to decide once other rules decide each command of it, or a deny or ask
 * decides one. The patterns of those rules need not contain the line.
 */
export function coveredByUnits(
  later: Shape,
  earlier: readonly Shape[],
  { firstFieldAllowOn }: CoverageContext,
): readonly Shape[] | null {
  const [reach, ...others] = later.reaches;
  if (reach === undefined || others.length > 0 || later.rule.action !== 'allow') return null;
  const { argument } = reach.spec;
  const literal = argument?.kind !== 'text' || argument.anywhere ? null : literalText(argument.glob);
  if (literal === null || isPlainCommand(literal)) return null;

  const { units, redirects, assignments, problems } = analyseCommandLine(literal);
  const readable = units.every(({ name, text }) => name !== null && literal.includes(text));
  if (problems.length > 0 || units.length === 0 || !readable) return null;
  const deciding = units.map((unit) => firstFor(unit, reach.tool, earlier));
  const strict = deciding.find((shape) => shape !== null && shape.rule.action !== 'allow');
  if (strict != null) return firstFieldAllowOn(reach.tool) < strict.position ? null : [strict];
  if (redirects.length > 0 || assignments.length > 0) return null;
  return deciding.every((shape) => shape !== null) ? [...new Set(deciding)] : null;
}

/** The rule that decides the unit in every call; null also if a rule above it does so in some. */
function firstFor({ text, raw }: Unit, tool: string, earlier: readonly Shape[]): Shape | null {
  for (const shape of earlier) {
    const spec = shape.specOn(tool);
    if (spec === null) continue;
    const { argument, fields } = spec;
    // It isn't known here whether the command is in the class.
    if (argument?.kind === 'class') return null;
    if (argument?.kind === 'text' && !matchesCommand(argument, text) && !matchesCommand(argument, raw)) continue;
    return fields.length > 0 ? null : shape;
  }
  return null;
}
