import { charactersOf } from '@caliban/calls/globs';
import { GLOBSTAR, type PathSegments, type TextGlob } from '@caliban/calls/types';
import { namedTools } from '../../pattern/tool-glob.ts';
import type { ArgumentGlob } from '../../types/pattern.ts';
import { classSample, samplesOf } from '../containment/contains-argument.ts';
import { tokensOf } from '../containment/path-nfa.ts';
import { sampleTexts } from '../containment/sample-texts.ts';
import type { Shape } from '../rule-shape.ts';

/**
 * For each way the rule may match: literal pieces that every matching text contains. Empty for a way that requires nothing
 * literal.
 */
export function needlesOf({ rule: { pattern }, reaches }: Shape): readonly (readonly string[])[] {
  if (reaches.length !== 1 && namedTools(pattern.tool) === null) return pattern.tool.alternatives.map(literalRuns);
  return reaches.flatMap(({ glob: tool, spec: { argument, fields } }) => {
    const around = [...literalRuns(tool), ...fields.flatMap(({ glob }) => literalRuns(glob))];
    return argumentRuns(argument).map((runs) => [...around, ...runs]);
  });
}

/** Texts that contain all the needles of one way of any rule that contains this one, or contributes to containing it. */
export function haystackOf({ reaches }: Shape): readonly string[] {
  return reaches.flatMap(({ tool, spec: { argument, fields } }) => [
    tool,
    ...(argument === null ? [] : samplesOf(argument)),
    ...fields.flatMap(({ glob }) => sampleTexts(glob)),
  ]);
}

function argumentRuns(argument: ArgumentGlob | null): readonly (readonly string[])[] {
  switch (argument?.kind) {
    case undefined:
      return [[]];
    case 'text':
      return [literalRuns(argument.glob)];
    case 'class':
      return [[classSample(argument.name)]];
    case 'url':
      return argument.glob.loose.map(literalRuns);
    case 'path':
      return argument.glob.alternatives.map(pathRuns);
  }
}

function literalRuns({ segments }: TextGlob): readonly string[] {
  return segments.flatMap((segment) => runsBetween(charactersOf(segment)));
}

function pathRuns(segments: PathSegments): readonly string[] {
  return runsBetween(
    segments.flatMap((segment) =>
      segment === GLOBSTAR
        ? [null]
        : ['/', ...tokensOf(segment).map((token) => (token.kind === 'literal' ? token.text : null))],
    ),
  );
}

function runsBetween(characters: readonly (string | null)[]): readonly string[] {
  const runs = [''];
  for (const character of characters) {
    if (character === null) runs.push('');
    else runs[runs.length - 1] += character;
  }
  return runs.filter((run) => run !== '');
}
