import type { CommandLine } from '@caliban/calls';
import type { Part } from '../types/verdict.ts';
import { commandSpellings, expandedSpellings } from './command-spellings.ts';
import type { LineContext } from './line-context.ts';
import { DENY_OR_ASK, NO_RULE } from './rule-index.ts';

/**
 * The part that a verdict at this position names. A `~` rule found in the line applies to every part of it; it names those whose
 * own text it matches, else the line as a whole.
 */
export function decidingPart(context: LineContext, position: number, part: Part): Part {
  if (position !== context.strictInLine || position === NO_RULE || part.of === 1) return part;
  const matching = context.strictParts();
  if (matching.some(({ number }) => number === part.number)) return part;
  return matching[0] ?? wholeLine(context.line);
}

export function wholeLine({ source }: CommandLine): Part {
  return { kind: 'line', text: source, number: 1, of: 1 };
}

/** Every part whose own text the rule at `position` matches. */
export function partsMatching(
  { tool, input, line }: Pick<LineContext, 'tool' | 'input' | 'line'>,
  position: number,
): readonly Part[] {
  const isIt = (found: number) => found === position;
  const isMet = (text: string) => isIt(tool.firstText(text, input, DENY_OR_ASK, position + 1, isIt));
  return partsOf(line)
    .filter(({ texts }) => texts.some(isMet))
    .map(({ part }) => part);
}

type WrittenPart = { readonly part: Part; readonly texts: readonly string[] };

/** Numbered in judging order. */
function partsOf({ units, redirects, assignments }: CommandLine): readonly WrittenPart[] {
  const of = units.length + redirects.length + assignments.length;
  const written: readonly (Pick<Part, 'kind' | 'text'> & Pick<WrittenPart, 'texts'>)[] = [
    ...units.map((unit) => {
      const { every, forDeny } = commandSpellings(unit);
      return { kind: 'command' as const, text: unit.raw, texts: [...every, ...forDeny, ...expandedSpellings(unit)] };
    }),
    ...redirects.map(({ access, text }) => ({ kind: access, text, texts: [text] })),
    ...assignments.map(({ text }) => ({ kind: 'assignment' as const, text, texts: [text] })),
  ];
  return written.map(({ kind, text, texts }, index) => ({ part: { kind, text, number: index + 1, of }, texts }));
}
