import { withoutGlobalOptions } from '../git-arguments.ts';
import type { RunCommand } from '../run-commands.ts';

/** The targets that a command deletes recursively, or null if it deletes no tree. */
export function deletedTrees({ program, args }: RunCommand): readonly string[] | null {
  switch (program) {
    case 'rm':
    case 'grm':
    case 'srm':
      return hasFlag(args, /[rR]/, 'recursive') ? operands(args) : null;
    case 'find':
    case 'gfind':
      return args.includes('-delete') || args.some(isDeletingExec) ? startingPoints(args) : null;
    case 'fd':
    case 'fdfind':
      return args.some(isDeletingExec) ? operands(args) : null;
    case 'xargs':
    case 'parallel':
      // The targets come from elsewhere, for example from `find`.
      return args.some((word) => /^(?:.*\/)?(?:rm|unlink|shred)$/.test(word)) ? [] : null;
    case 'git':
      return deletedByGit(args);
    case 'rsync':
      return args.some((word) => /^--del/.test(word) || word === '--remove-source-files')
        ? operands(args).slice(-1)
        : null;
    case 'shred':
    case 'rimraf':
      return operands(args);
    case 'npx':
    case 'bunx':
      return args.includes('rimraf') ? operands(args) : null;
    case 'rd':
    case 'rmdir':
    case 'del':
    case 'erase':
      return args.some((word) => /^\/s$/i.test(word)) ? args.filter((word) => !/^\/\w$/.test(word)) : null;
    case 'Remove-Item':
    case 'ri':
      return args.some((word) => /^-r/i.test(word)) ? operands(args) : null;
    default:
      return deletedByCode(program, args);
  }
}

/** A letter in a bundle of short options, or a long option by any prefix that getopt accepts. */
export function hasFlag(args: readonly string[], letter: RegExp, long: string): boolean {
  const end = args.indexOf('--');
  return (end === -1 ? args : args.slice(0, end)).some((word) => {
    if (word.startsWith('--')) return word.length > 3 && long.startsWith(word.slice(2).split('=')[0] as string);
    return word.startsWith('-') && letter.test(word.slice(1));
  });
}

export function operands(args: readonly string[]): readonly string[] {
  return args.filter((word) => !word.startsWith('-'));
}

function startingPoints(args: readonly string[]): readonly string[] {
  const options = args.findIndex((word) => /^[-!(]/.test(word) && !/^-[HLPD]/.test(word));
  const points = operands(options === -1 ? args : args.slice(0, options));
  return points.length === 0 ? ['.'] : points;
}

function isDeletingExec(word: string, at: number, args: readonly string[]): boolean {
  return (
    /^(?:-exec|-execdir|-ok|-okdir|-x|-X|--exec|--exec-batch)$/.test(word) &&
    /^(?:.*\/)?(?:rm|unlink|shred)$/.test(args[at + 1] ?? '')
  );
}

/** `clean` with force, unless it is a dry run. */
function deletedByGit(args: readonly string[]): readonly string[] | null {
  const [subcommand, ...rest] = withoutGlobalOptions(args);
  if (subcommand !== 'clean') return null;
  return hasFlag(rest, /f/, 'force') && !hasFlag(rest, /n/, 'dry-run') ? operands(rest) : null;
}

function deletedByCode(program: string, args: readonly string[]): readonly string[] | null {
  if (!/^(?:python|node|ruby|perl|php|deno|bun)/.test(program)) return null;
  return args.some((word) => /\brmtree\b|\brm_rf?\b|\brimraf\b|\brm(?:dir)?Sync\b|\bremove_tree\b/.test(word))
    ? []
    : null;
}
