import type { PathToken } from '../types/glob.ts';
import { fail, ok, type Result } from '../types/result.ts';

/** One element of a path glob before braces are expanded. */
export type GlobCharacter = {
  readonly token: PathToken | 'slash' | 'open' | 'comma' | 'close';
  readonly offset: number;
};

const MOST_ALTERNATIVES = 1024;

/** `{a,b}` anywhere, nested: every way to read the glob without braces. */
export function expandBraces(
  characters: readonly GlobCharacter[],
): Result<GlobCharacter[][], { message: string; offset: number }> {
  const open = characters.findIndex(({ token }) => token === 'open');
  const close = characters.findIndex(({ token }) => token === 'close');
  if (close !== -1 && (open === -1 || close < open)) {
    return fail({
      message: '`}` was never opened; write `\\}` for the character itself',
      offset: offsetAt(characters, close),
    });
  }
  if (open === -1) return ok([[...characters]]);

  const group = readGroup(characters, open);
  if (group === null) {
    return fail({
      message: '`{` is never closed; write `\\{` for the character itself',
      offset: offsetAt(characters, open),
    });
  }
  const rest = expandBraces(characters.slice(group.end));
  if (!rest.ok) return rest;
  const expanded: GlobCharacter[][] = [];
  for (const choice of group.choices) {
    const inner = expandBraces(choice);
    if (!inner.ok) return inner;
    if (expanded.length + inner.value.length * rest.value.length > MOST_ALTERNATIVES) {
      return fail({
        message: `the braces stand for more than ${MOST_ALTERNATIVES} paths; split the rule`,
        offset: offsetAt(characters, open),
      });
    }
    for (const middle of inner.value) {
      for (const end of rest.value) expanded.push([...characters.slice(0, open), ...middle, ...end]);
    }
  }
  return ok(expanded);
}

function readGroup(
  characters: readonly GlobCharacter[],
  open: number,
): { choices: GlobCharacter[][]; end: number } | null {
  const choices: GlobCharacter[][] = [[]];
  let depth = 0;
  for (let at = open + 1; at < characters.length; at++) {
    const character = characters[at] as GlobCharacter;
    if (character.token === 'close' && depth === 0) return { choices, end: at + 1 };
    if (character.token === 'comma' && depth === 0) {
      choices.push([]);
      continue;
    }
    if (character.token === 'open') depth++;
    if (character.token === 'close') depth--;
    (choices.at(-1) as GlobCharacter[]).push(character);
  }
  return null;
}

function offsetAt(characters: readonly GlobCharacter[], index: number): number {
  return characters[index]?.offset ?? 0;
}
