import type { RunCommand } from './run-commands.ts';

/** The targets of a copying program; null if they aren't known or the program doesn't copy. The sources stay unchanged. */
export function copiedTo({ program, args }: RunCommand): readonly string[] | null {
  const harmless = COPIERS.get(program);
  if (harmless === undefined || args.some((word) => FILLED_IN.test(word)) || hasDashedOperands(args)) return null;
  const { target, others } = TAKES_TARGET.has(program) ? withoutTarget(args) : { target: undefined, others: args };
  const options = others.filter((word) => /^-./.test(word) && word !== '--');
  const operands = others.filter((word) => !/^-./.test(word));
  if (!options.every((word) => harmless.test(word))) return null;
  const place = target ?? (operands.length > 1 ? operands.pop() : undefined);
  if (place === undefined || /[*?[]/.test(place)) return null;
  // It may be a directory.
  return [place, ...operands.map((source) => `${place.replace(/\/+$/, '')}/${lastName(source)}`)];
}

/** After `--`, a word with a dash isn't an option. */
function hasDashedOperands(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  return end !== -1 && args.slice(end + 1).some((word) => word.startsWith('-'));
}

const TAKES_TARGET: ReadonlySet<string> = new Set(['cp', 'install']);

/** `-t DIR`, `--target-directory DIR` or `--target-directory=DIR`; the long name may be abbreviated. */
function withoutTarget(args: readonly string[]): { readonly target?: string; readonly others: readonly string[] } {
  const at = args.findIndex((word) => /^(?:-t|--t[\w-]*(?:=.*)?)$/.test(word));
  const [, written] = /=(.*)$/.exec(args[at] ?? '') ?? [];
  const target = written ?? args[at + 1];
  if (at === -1 || target === undefined) return { others: args };
  return { target, others: args.toSpliced(at, written === undefined ? 2 : 1) };
}

/** Options without a value that neither create links nor skip or move the sources. */
const COPIERS: ReadonlyMap<string, RegExp> = new Map([
  [
    'cp',
    /^(?:-[abdfinprRuvxLPHT]+|--(?:archive|recursive|force|verbose|no-clobber|interactive|dereference|no-dereference|no-target-directory|(?:preserve|update|reflink)(?:=[\w,]+)?))$/,
  ],
  ['install', /^(?:-[bcCDpv]+|--(?:compare|preserve-timestamps|verbose))$/],
  ['scp', /^-[346BCpqrTv]+$/],
  [
    'rsync',
    /^(?:-[avzrulptgoDnhPHAXxcWSiq]+|--(?:archive|verbose|recursive|compress|dry-run|delete|progress|stats|human-readable|(?:exclude|include)=.+))$/,
  ],
]);

/** Characters that the shell expands. */
const FILLED_IN = /[$`{}]/;

function lastName(path: string): string {
  return path.replace(/\/+$/, '').split(/[/:]/).at(-1) ?? '';
}
