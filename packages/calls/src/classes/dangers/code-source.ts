import { SHELLS } from '../../programs/shells.ts';
import type { RiskyProgram } from '../risky-programs.ts';
import { interpreterNamed } from '../risky-programs.ts';
import type { RunCommand } from '../run-commands.ts';

/** Where an interpreter gets its program from. `given`: the command contains it as `code`, or nothing is run at all. */
export type CodeSource =
  | { readonly kind: 'input' }
  | { readonly kind: 'given'; readonly code?: string }
  | { readonly kind: 'file'; readonly path: string };

/** Null if it isn't an interpreter. */
export function codeSource({ program, args }: Pick<RunCommand, 'program' | 'args'>): CodeSource | null {
  const interpreter = languageNamed(program);
  if (interpreter === undefined) return null;
  const { codeOptions = [], valueOptions = [] } = interpreter;
  const runsFiles = codeOptions.includes('run');
  for (let at = 0; at < args.length; at++) {
    const word = args[at] as string;
    if (isInput(word) || (word === '-s' && SHELLS.test(program))) return { kind: 'input' };
    if (runsFiles && /^(?:run|x)$/.test(word)) return codeOfFile(args.slice(at + 1), valueOptions);
    if (runsFiles && word === 'repl') return { kind: 'input' };
    const code = gluedCode(word, program, codeOptions) ?? (isCodeOption(word, codeOptions) ? args[at + 1] : null);
    // `xargs sh -c`: the code comes from the input.
    if (code === undefined) return { kind: 'input' };
    if (code !== null) return isPlaceholder(code) ? { kind: 'input' } : given(word, code);
    if (valueOptions.includes(word)) at++;
    else if (INFORMS.test(word)) return { kind: 'given' };
    else if (!word.startsWith('-')) return { kind: 'file', path: word };
  }
  return { kind: 'input' };
}

/** `deno run -A x.ts`; without a file it only lists what could be run. */
function codeOfFile(args: readonly string[], valueOptions: readonly string[]): CodeSource {
  const file = args.find(
    (word, at) => isInput(word) || (!word.startsWith('-') && !valueOptions.includes(args[at - 1] ?? '')),
  );
  if (file === undefined) return { kind: 'given' };
  return isInput(file) ? { kind: 'input' } : { kind: 'file', path: file };
}

/** A module or a library is named, not written in the command. */
function given(option: string, code: string): CodeSource {
  const letter = /^-[A-Za-z]+$/.test(option) ? option.at(-1) : option.charAt(1);
  return letter === 'm' || letter === 'l' ? { kind: 'given' } : { kind: 'given', code };
}

/**
 * Shells and languages; not the filters and databases that are interpreters too, nor programs that take no code from their input.
 */
function languageNamed(program: string): RiskyProgram | undefined {
  if (program === 'source' || program === '.') return { name: program, role: 'interpreter' };
  // Its other subcommands start the program they name.
  if (program === 'uv') return { name: program, role: 'interpreter', codeOptions: ['run'], valueOptions: UV_OPTIONS };
  if (/^(?:[gmn]?awk|g?sed|psql|mysql|mysqlsh|mariadb|sqlite3|duckdb|busybox)$/.test(program)) return undefined;
  if (/^(?:java|ghc|kotlinc|mono|electron|ansible-playbook)$/.test(program)) return undefined;
  return interpreterNamed(program);
}

const UV_OPTIONS = '--with --python -p --from --package --extra --group --directory --env-file'.split(' ');

function isInput(word: string): boolean {
  return /^(?:-|\/dev\/stdin|\/dev\/fd\/\d+|\/proc\/self\/fd\/\d+)$/.test(word);
}

/** `-c`, or a bundle of letters that ends in it: `-lc`. */
function isCodeOption(word: string, codeOptions: readonly string[]): boolean {
  if (codeOptions.includes(word)) return true;
  return /^-[A-Za-z]+$/.test(word) && codeOptions.includes(`-${word.at(-1)}`);
}

/** `-c'…'` and `--eval='…'`; a shell takes no code this way. */
function gluedCode(word: string, program: string, codeOptions: readonly string[]): string | null {
  if (SHELLS.test(program) || codeOptions.includes(word)) return null;
  const [, long, code = ''] = /^(--[\w-]+)=(.*)$/s.exec(word) ?? [];
  if (long !== undefined) return codeOptions.includes(long) ? code : null;
  const isGlued = /^-\w/.test(word) && !/^-\w+$/.test(word) && codeOptions.includes(word.slice(0, 2));
  return isGlued ? word.slice(2) : null;
}

/** `xargs -I{} sh -c {}`. */
function isPlaceholder(code: string): boolean {
  return /^["']?(?:\{\}|%|@)["']?$/.test(code);
}

const INFORMS = /^(?:--?version|--?help|-V)$/;
