import { brokenIfRun } from './judge-lines.ts';
import { runInShell, type TestedShell } from './run-in-shells.ts';

export type Broken = {
  readonly line: string;
  /** The properties that are broken where the host names the shell, and where it doesn't. */
  readonly named: readonly string[];
  readonly unnamed: readonly string[];
};

export type Search = { readonly broken: readonly Broken[]; readonly unfinished: readonly string[] };

/** Lines that start the program though a property says that they can't. Lines that break nothing if they do aren't run. */
export async function findBroken(shell: TestedShell, lines: readonly string[], scratch: string): Promise<Search> {
  const suspects = lines
    .map((line) => ({
      line,
      named: brokenIfRun(line, shell),
      unnamed: isArithmeticElsewhere(line, shell) ? [] : brokenIfRun(line, undefined),
    }))
    .filter(({ named, unnamed }) => named.length > 0 || unnamed.length > 0);
  const runs = await runInShell(
    shell,
    suspects.map(({ line }) => line),
    scratch,
  );
  return {
    broken: suspects
      .filter((_, index) => runs[index]?.ranProgram)
      .toSorted((one, other) => one.line.length - other.line.length),
    unfinished: suspects.filter((_, index) => !runs[index]?.finished).map(({ line }) => line),
  };
}

/** Dash runs what stands in `(( ))`; where nobody says which shell it is, that is arithmetic (docs/threat-model.md). */
function isArithmeticElsewhere(line: string, shell: TestedShell): boolean {
  return shell === 'dash' && /\(\s*\(/.test(line);
}
