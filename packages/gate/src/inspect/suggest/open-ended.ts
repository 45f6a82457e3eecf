import { RISKY_PROGRAMS, type RiskyProgram, riskyProgramsNamed } from '@caliban/calls/classes';
import { literalText, matchesText, parseTextGlob } from '@caliban/calls/globs';

/**
 * The risky program that a command glob leaves open: one whose code, or whose program to run, isn't literal in the glob. Null for
 * a glob that pins it down, has no wildcard, or names nothing risky.
 */
export function openEndedProgram(glob: string): RiskyProgram | null {
  const [first = '', ...rest] = glob.split(' ', MAX_WORDS);
  if (!isWild(glob)) return null;
  if (isWild(first)) {
    const name = parseTextGlob(first);
    return RISKY_PROGRAMS.find((program) => !program.onlyNamed && matchesText(name, program.name)) ?? null;
  }
  return riskyProgramsNamed(spelled(first)).find((program) => leavesOpen(program, rest)) ?? null;
}

/** Only the first few matter. */
const MAX_WORDS = 64;

function leavesOpen(program: RiskyProgram, words: readonly string[]): boolean {
  const subcommands = program.subcommand?.split(' ') ?? [];
  for (const [index, subcommand] of subcommands.entries()) {
    const word = words[index] ?? '';
    if (isWild(word)) return !(index === 0 && program.onlyNamed) && matchesText(parseTextGlob(word), subcommand);
    if (spelled(word) !== subcommand) return false;
  }
  return argumentsLeaveOpen(program, words.slice(subcommands.length));
}

function argumentsLeaveOpen(program: RiskyProgram, words: readonly string[]): boolean {
  switch (program.role) {
    case 'launcher':
      return words.some(isWild);
    case 'interpreter':
      return leavesCodeOpen(program, words);
    case 'wrapper':
      return leavesProgramOpen(program, words);
  }
}

/** A wildcard before the script is named, or anywhere after an option that takes code. */
function leavesCodeOpen({ codeOptions = [], valueOptions = [] }: RiskyProgram, words: readonly string[]): boolean {
  for (const [index, word] of words.entries()) {
    if (isWild(word)) return true;
    const before = words[index - 1];
    if (before !== undefined && valueOptions.includes(spelled(before))) continue;
    if (announcesCode(spelled(word), codeOptions)) return pinsNoModule(words.slice(index));
    if (!word.startsWith('-')) return false;
  }
  return false;
}

/** `-c`, or a bundle of letters that ends in it: `-lc`. */
function announcesCode(word: string, codeOptions: readonly string[]): boolean {
  return codeOptions.includes(word) || (/^-[A-Za-z]+$/.test(word) && codeOptions.includes(`-${word.at(-1)}`));
}

/** After `-c` everything that follows is code; after `-m` one word names a module, which pins it. */
function pinsNoModule([option = '', next, ...rest]: readonly string[]): boolean {
  if (MODULE_OPTIONS.has(option) && next !== undefined && !isWild(next)) return false;
  return [next ?? '', ...rest].some(isWild);
}

const MODULE_OPTIONS: ReadonlySet<string> = new Set(['-m', 'run', 'x', '-f', '--file']);

/** A wildcard before the program is named; after that, the question is whether that program is risky itself. */
function leavesProgramOpen({ valueOptions = [], operands = 0 }: RiskyProgram, words: readonly string[]): boolean {
  let before = operands;
  for (const [index, word] of words.entries()) {
    if (isWild(word)) return true;
    const option = words[index - 1];
    const isValue = option !== undefined && valueOptions.includes(spelled(option));
    if (isValue || word.startsWith('-') || /^[A-Za-z_]\w*=/.test(word)) continue;
    if (before-- > 0) continue;
    return openEndedProgram(words.slice(index).join(' ')) !== null;
  }
  return false;
}

function isWild(glob: string): boolean {
  return literalText(parseTextGlob(glob)) === null;
}

/** The word itself, escapes resolved. */
function spelled(glob: string): string {
  return literalText(parseTextGlob(glob)) ?? glob;
}
