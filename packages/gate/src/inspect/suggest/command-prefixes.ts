import { riskyProgramsNamed } from '@caliban/calls/classes';
import { escapeGlob } from '@caliban/calls/globs';
import { looksSecret } from '@caliban/calls/text';
import { openEndedProgram } from './open-ended.ts';
import { SUBCOMMAND_PROGRAMS } from './subcommand-programs.ts';

/**
 * `git`, `git push`: prefixes that any arguments may follow without allowing more than it says, broad first. Empty for
 * interpreters and wrappers; for programs with a subcommand that runs anything, only prefixes with another subcommand.
 */
export function commandPrefixes(text: string): readonly string[] {
  const words = plainWords(text);
  const [program, subcommand, third] = words;
  if (program === undefined || runsAnything(program)) return [];
  const prefixes = [program];
  const groups = SUBCOMMAND_PROGRAMS.get(program);
  if (groups !== undefined && isSubcommand(subcommand)) {
    prefixes.push(`${program} ${subcommand}`);
    if (groups.has(subcommand) && isSubcommand(third)) prefixes.push(`${program} ${subcommand} ${third}`);
  }
  return prefixes.filter((prefix) => openEndedProgram(`${escapeGlob(prefix)} *`) === null);
}

/** As many of the first words as can be kept: plain, short, and not secret. */
export function narrowPrefix(text: string): string {
  const [program = '', ...others] = plainWords(text);
  let prefix = program;
  for (const word of others) {
    const longer = `${prefix} ${word}`;
    if (longer.length > MAX_PREFIX_LENGTH || longer.length === text.length || looksSecret(longer)) break;
    prefix = longer;
  }
  return prefix;
}

/** An interpreter that gets its code from standard input or from a variable: the same words may run anything. */
export function isFedFromOutside(text: string): boolean {
  const [program = '', ...others] = text.split(' ');
  const risky = riskyProgramsNamed(program).filter(
    ({ subcommand }) => subcommand === undefined || subcommand === others[0],
  );
  if (risky.length === 0) return false;
  if (/[$`]/.test(text.replaceAll(/'[^']*'/g, ''))) return true;
  if (!risky.some(({ role }) => role === 'interpreter') || others.some((word) => HARMLESS_OPTIONS.has(word)))
    return false;
  return others.includes('-') || others.every((word) => word.startsWith('-'));
}

const HARMLESS_OPTIONS: ReadonlySet<string> = new Set(['--version', '-V', '-v', '--help', '-h']);

const MAX_PREFIX_LENGTH = 60;

/** The words up to the first one that is quoted, expanded or otherwise not literal. */
function plainWords(text: string): readonly string[] {
  const words = text.split(' ');
  const end = words.findIndex((word) => !/^[\w.@/+:%,=-]+$/.test(word));
  const plain = end === -1 ? words : words.slice(0, end);
  return plain[0]?.includes('=') ? [] : plain;
}

function isSubcommand(word: string | undefined): word is string {
  return word !== undefined && /^[A-Za-z][\w:.-]*$/.test(word);
}

function runsAnything(program: string): boolean {
  return riskyProgramsNamed(program).some(({ subcommand }) => subcommand === undefined);
}
