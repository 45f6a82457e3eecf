import { riskyProgramsNamed } from '../../inspect/open-ended.ts';
import type { RiskyProgram } from '../../inspect/risky-programs.ts';
import { SHELLS } from '../../shell/shells.ts';
import type { RunCommand } from './run-commands.ts';

/** Where an interpreter gets its program from. `given`: it stands in the command, or nothing is run at all. */
export type CodeSource =
  | { readonly kind: 'input' }
  | { readonly kind: 'given' }
  | { readonly kind: 'file'; readonly path: string };

/** Null for what is no interpreter. */
export function codeSource({ program, args }: RunCommand): CodeSource | null {
  const interpreter = interpreterNamed(program);
  if (interpreter === undefined) return null;
  const { codeOptions = [], valueOptions = [] } = interpreter;
  for (let at = 0; at < args.length; at++) {
    const word = args[at] as string;
    if (isInput(word) || (word === '-s' && SHELLS.test(program))) return { kind: 'input' };
    if (isCodeOption(word, codeOptions)) return { kind: isPlaceholder(args[at + 1]) ? 'input' : 'given' };
    if (valueOptions.includes(word)) at++;
    else if (INFORMS.test(word)) return { kind: 'given' };
    else if (!word.startsWith('-')) return { kind: 'file', path: word };
  }
  return { kind: 'input' };
}

/** Shells and languages; not the filters and databases that are interpreters too. */
function interpreterNamed(program: string): RiskyProgram | undefined {
  if (program === 'source' || program === '.') return { name: program, role: 'interpreter' };
  if (/^(?:[gmn]?awk|g?sed|psql|mysql|sqlite3|busybox)$/.test(program)) return undefined;
  return riskyProgramsNamed(program).find(({ role }) => role === 'interpreter');
}

function isInput(word: string): boolean {
  return /^(?:-|\/dev\/stdin|\/dev\/fd\/\d+|\/proc\/self\/fd\/\d+)$/.test(word);
}

/** `-c`, or a bundle of letters that ends in it: `-lc`. */
function isCodeOption(word: string, codeOptions: readonly string[]): boolean {
  if (codeOptions.includes(word)) return true;
  return /^-[A-Za-z]+$/.test(word) && codeOptions.includes(`-${word.at(-1)}`);
}

/** `xargs sh -c` and `xargs -I{} sh -c {}`: the code is what comes in. */
function isPlaceholder(code: string | undefined): boolean {
  return code === undefined || /^["']?(?:\{\}|%|@)["']?$/.test(code);
}

const INFORMS = /^(?:--?version|--?help|-V)$/;
