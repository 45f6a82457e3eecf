import type { PathToken } from '../types/glob.ts';
import { fail, ok, type Result } from '../types/result.ts';
import { braceProblem } from './brace-problem.ts';

/** One element of a path glob before braces are expanded. */
export type GlobCharacter = {
  readonly token: PathToken | 'slash' | 'open' | 'comma' | 'close';
  readonly offset: number;
};

/** `{a,b}` anywhere, nested: every way to read the glob without braces. */
export function expandBraces(
  characters: readonly GlobCharacter[],
): Result<GlobCharacter[][], { message: string; offset: number }> {
  const problem = braceProblem(characters);
  if (problem !== null) return fail(problem);

  const around: Group[] = [];
  let group: Group = { choices: [], readings: [[]] };
  for (const character of characters) {
    if (character.token === 'open') {
      around.push(group);
      group = { choices: [], readings: [[]] };
    } else if (character.token === 'close') {
      const choices = [...group.choices, ...group.readings];
      group = around.pop() as Group;
      group.readings = followedBy(group.readings, choices);
    } else if (character.token === 'comma' && around.length > 0) {
      group.choices.push(...group.readings);
      group.readings = [[]];
    } else {
      for (const reading of group.readings) reading.push(character);
    }
  }
  return ok(group.readings);
}

/** What stands between two braces, or the whole glob. */
type Group = {
  /** Before the last comma. */
  readonly choices: GlobCharacter[][];
  /** Since the last comma. */
  readings: GlobCharacter[][];
};

function followedBy(readings: GlobCharacter[][], choices: readonly GlobCharacter[][]): GlobCharacter[][] {
  const [only] = choices as [GlobCharacter[]];
  if (choices.length > 1) return readings.flatMap((start) => choices.map((end) => [...start, ...end]));
  // In place: there may be thousands of `{a}`, and only what doubles the readings may copy them.
  for (const reading of readings) for (const character of only) reading.push(character);
  return readings;
}
