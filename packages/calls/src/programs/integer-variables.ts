import type { Shell } from '../types/tool-call.ts';

/** The shell takes what these are given for arithmetic at once: `RANDOM=x` evaluates what `x` holds. */
export function evaluatesItsValue(name: string, shell: Shell | undefined): boolean {
  return INTEGERS.has(name) || (shell === 'zsh' && ZSH_INTEGERS.has(name));
}

const INTEGERS: ReadonlySet<string> = new Set([
  ...['RANDOM', 'SRANDOM', 'HISTCMD', 'OPTIND', 'BASHPID'],
  // Not where it is simply assigned, but as an element, in a loop, and added to before a command.
  'SECONDS',
]);

const ZSH_INTEGERS: ReadonlySet<string> = new Set([
  ...['SECONDS', 'COLUMNS', 'LINES', 'HISTSIZE', 'SAVEHIST', 'FUNCNEST', 'KEYTIMEOUT', 'LISTMAX', 'MAILCHECK'],
  ...['TRY_BLOCK_ERROR', 'TRY_BLOCK_INTERRUPT', 'UID', 'EUID', 'GID', 'EGID', 'ERRNO', 'SHLVL'],
]);
