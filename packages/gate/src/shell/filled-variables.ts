import type { Shell } from '../types/tool-call.ts';
import type { Word, WordPart } from './parse-command-line.ts';

/** Which variables a line fills with numbers alone. Arithmetic evaluates the value of a variable, and a number does no harm. */
export class FilledVariables {
  /** Whether with numbers alone. */
  readonly #filled = new Map<string, boolean>();
  #mayFillAny = false;

  fill(name: string, isNumber: boolean): void {
    this.#filled.set(name, isNumber && this.#filled.get(name) !== false);
  }

  /** A command that may put text into any variable. */
  fillAny(): void {
    this.#mayFillAny = true;
  }

  holdsNumber(name: string): boolean {
    if (this.#mayFillAny || FILLED_BY_THE_SHELL.test(name)) return false;
    return this.#filled.get(name) ?? ALWAYS_NUMBERS.has(name);
  }
}

const ALWAYS_NUMBERS: ReadonlySet<string> = new Set([
  ...['PIPESTATUS', 'RANDOM', 'SECONDS', 'LINENO', 'UID', 'EUID', 'PPID'],
]);

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

const FILLED_BY_THE_SHELL =
  /^(?:BASH\w*|_|REPLY|MAPFILE|OPTARG|DIRSTACK|PWD|OLDPWD|FUNCNAME|COPROC|MATCH|match|argv|reply|path|history\w*)$/;

/** A number or nothing, whatever happens: digits, a status, how many there are of something, arithmetic. */
export function isNumber({ text, parts }: Word): boolean {
  return NUMBER.test(text) || (parts?.length === 1 && isArithmetic(parts[0] as WordPart));
}

const NUMBER = /^"?(?:-?\d*|\$[?#$!]|\$\{#\w+(?:\[[@*]\])?\})"?$|^\{\d+\.\.\d+\}$/;

function isArithmetic(part: WordPart): boolean {
  if (part.type === 'DoubleQuoted') return part.parts.length === 1 && isArithmetic(part.parts[0] as WordPart);
  return part.type === 'ArithmeticExpansion';
}

/** The variable whose value an operand is; null where it may be more than that. `i` is one in arithmetic alone. */
export function namedVariable(text: string): string | null {
  const [, ...names] = NAMED.exec(text) ?? [];
  return names.find((name) => name !== undefined) ?? null;
}

const NAMED = /^(?:([A-Za-z_]\w*)|"?\$([A-Za-z_]\w*)"?|"?\$\{([A-Za-z_]\w*)(?:\[(?:\d+|[@*])\])?(?::?[-+?]\d*)?\}"?)$/;
