import { type AbsolutePath, absolutePath, type CallContext, type CommandLine } from '@caliban/calls';
import { afterSteps, pathBelow } from '@caliban/calls/text';
import type { Unit, Word } from '@caliban/calls/types';

/** `cd`, `pushd` and `popd` to a literal directory inside the workspace need no rule. */
export function isFreeMove(unit: Unit, around: CallContext, line?: CommandLine): boolean {
  const { name, assignments } = unit;
  if (name === null || !MOVERS.has(name) || assignments.length > 0) return false;
  const operands = unit.words.slice(1).filter(({ value }) => value !== '--');
  if (name === 'popd') return operands.length === 0 && (line?.units.some((other) => other.name === 'pushd') ?? false);
  const [operand, ...others] = operands;
  return operand !== undefined && others.length === 0 && staysInside(operand, unit, around);
}

export const MOVERS: ReadonlySet<string> = new Set(['cd', 'pushd', 'popd']);

function staysInside({ value }: Word, { directories }: Unit, around: CallContext): boolean {
  const { workspace, cwd = workspace, home, realPath = (path: AbsolutePath) => path, exportedNames } = around;
  if (value === null || value === '' || /^[-+~]/.test(value)) return false;
  // `CDPATH`, which `cd` searches first.
  if (exportedNames?.has('CDPATH') === true && !/^\.{0,2}\//.test(value)) return false;
  if (directories === null && !value.startsWith('/')) return false;
  const isInside = (path: AbsolutePath) =>
    pathBelow(path, workspace) !== null || pathBelow(path, realPath(workspace)) !== null;
  return (directories ?? [[]]).every((steps) => {
    const path = absolutePath(value, { base: afterSteps(steps, cwd, home) });
    return isInside(path) && isInside(realPath(path));
  });
}

/** A program named by a path relative to a changed directory: another program than the rule means. */
export function isRelativeElsewhere(unit: Unit, name: string): boolean {
  if (!name.includes('/') || name.startsWith('/') || name.startsWith('~')) return false;
  const { directories } = unit;
  return directories === null || directories.some((steps) => steps.length > 0);
}
