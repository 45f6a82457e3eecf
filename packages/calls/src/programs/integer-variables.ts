import type { Shell } from '../types/tool-call.ts';

/** The shell evaluates values of these variables as arithmetic at once: `RANDOM=x` evaluates the value of `x`. */
export function evaluatesItsValue(name: string, shell: Shell | undefined): boolean {
  return INTEGERS.has(name) || (shell === 'zsh' && ZSH_INTEGERS.has(name));
}

const INTEGERS: ReadonlySet<string> = new Set([
  ...['RANDOM', 'SRANDOM', 'HISTCMD', 'OPTIND', 'BASHPID'],
  // Not for a plain assignment, but as an element, in a loop, and with `+=` before a command.
  'SECONDS',
]);

const ZSH_INTEGERS: ReadonlySet<string> = new Set([
  ...['SECONDS', 'COLUMNS', 'LINES', 'HISTSIZE', 'SAVEHIST', 'FUNCNEST', 'KEYTIMEOUT', 'LISTMAX', 'MAILCHECK'],
  ...['TRY_BLOCK_ERROR', 'TRY_BLOCK_INTERRUPT', 'UID', 'EUID', 'GID', 'EGID', 'ERRNO', 'SHLVL'],
]);
