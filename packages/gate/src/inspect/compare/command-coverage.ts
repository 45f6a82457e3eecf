import { analyseCommandLine, type CommandLine } from '@caliban/calls';
import { charactersOf, literalText } from '@caliban/calls/globs';
import { isPlainCommand } from '@caliban/calls/shell';
import type { TextGlob } from '@caliban/calls/types';
import type { ArgumentGlob } from '../../types/pattern.ts';
import { matchesCommand, wholeText } from '../containment/contains-argument.ts';
import type { Coverage } from './coverage.ts';

type TextArgument = Extract<ArgumentGlob, { kind: 'text' }>;

/**
 * An allow without wildcards covers the whole line it spells, every command and redirection of it, at any depth. The earlier rule
 * matches that text; whether it also matches the line's parts, only the line can show.
 */
export function allowedLiteralCoverage(
  literal: string,
  earlier: ArgumentGlob | null,
  { strict }: { readonly strict: boolean },
): Coverage {
  if (isPlainCommand(literal)) return 'full';
  if (earlier?.kind === 'text' && !earlier.anywhere && !strict && literalText(earlier.glob) === literal) return 'full';
  const line = analyseCommandLine(literal);
  if (line.problems.length > 0 || line.units.length === 0) return 'none';
  if (strict) return meetsAUnit(line, earlier) ? 'full' : 'mostly';
  return allowsAllOf(line, earlier) ? 'full' : 'none';
}

function meetsAUnit({ units }: CommandLine, earlier: ArgumentGlob | null): boolean {
  if (earlier?.kind !== 'text' || earlier.anywhere) return true;
  return units.some(({ text, raw }) => matchesCommand(earlier, text) || matchesCommand(earlier, raw));
}

function allowsAllOf({ units, redirects, assignments }: CommandLine, earlier: ArgumentGlob | null): boolean {
  const matches = (text: string) => earlier?.kind !== 'text' || matchesCommand(earlier, text);
  return (
    redirects.length === 0 &&
    assignments.length === 0 &&
    units.every(({ name, text, raw }) => name !== null && (matches(text) || matches(raw)))
  );
}

/** An allow that spells out a redirection covers the file too; an earlier one does so only if it also spells it. */
export function spellsSameRedirects(later: TextArgument, earlier: ArgumentGlob | null): boolean {
  const spelled = later.anywhere ? [] : literalSegments(later.glob).filter((segment) => /[<>]/.test(segment));
  if (spelled.length === 0) return true;
  if (earlier?.kind !== 'text' || earlier.anywhere) return false;
  const segments = literalSegments(earlier.glob);
  return spelled.every((segment) => segments.some((other) => other.includes(segment)));
}

function literalSegments({ segments }: TextGlob): readonly string[] {
  return segments.filter((segment) => typeof segment === 'string');
}

/** Whether the later rule can match `NAME=value …` where the earlier one isn't tried on that text, or not from its start. */
export function startsLikeAssignment(later: TextArgument, earlier: ArgumentGlob | null): boolean {
  if (earlier?.kind === 'text' && wholeText(earlier).segments[0] === '') return false;
  const head = charactersOf(wholeText(later).segments[0] ?? '');
  const hole = head.indexOf(null);
  const text = head.slice(0, hole === -1 ? undefined : hole).join('');
  return /^[A-Za-z_]\w*(?:\[|\+?=)/.test(text) || /^(?:[A-Za-z_]\w*\+?)?$/.test(text);
}
