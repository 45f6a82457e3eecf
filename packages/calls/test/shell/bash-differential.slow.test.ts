import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { analyseCommandLine } from '../../src/shell/analyse-command-line.ts';
import type { CommandLine, Unit } from '../../src/types/command-line.ts';
import { generateLine } from './differential/generate-line.ts';
import { findBash, type Program, type Run, runInBash } from './differential/run-in-bash.ts';

const LINES = Number(process.env.CALIBAN_DIFFERENTIAL_LINES ?? 20_000);
const FIRST = Number(process.env.CALIBAN_DIFFERENTIAL_FIRST ?? 0);

const bash = findBash();
const scratch = mkdtempSync(join(tmpdir(), 'caliban-differential-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describe.skipIf(bash === null)('bash is the judge (skipped where bash 5 is not installed)', () => {
  test(
    `no command of ${LINES} lines is lost`,
    async () => {
      // What the analysis does not vouch for is never allowed by a rule that looks inside; there is nothing to find out.
      const exact = Array.from({ length: LINES }, (_, index) => analyseCommandLine(generateLine(FIRST + index))).filter(
        isExact,
      );
      const runs = await runInBash(
        bash as string,
        exact.map(({ source }) => source),
        scratch,
      );

      const lost = exact.flatMap((line, index) => missing(line, runs[index] as Run));
      expect(lost).toEqual([]);
      expect(runs.filter(({ finished }) => !finished).length).toBeLessThan(exact.length / 50);
      // The test is worth something only as long as many lines are vouched for, and do run something.
      expect(runs.filter(({ programs }) => programs.length > 0).length).toBeGreaterThan(LINES / 5);
    },
    15 * 60_000,
  );
});

/** Built-ins that run text: what they run is theirs to answer for. */
const EVALUATING: ReadonlySet<string | null> = new Set([
  ...[
    'eval',
    'source',
    '.',
    'trap',
    'exec',
    'command',
    'builtin',
    'mapfile',
    'readarray',
    'alias',
    'compgen',
    'complete',
    'fc',
  ],
]);

function isExact({ units, problems }: CommandLine): boolean {
  return problems.length === 0 && units.every(({ name }) => name !== null && !EVALUATING.has(name));
}

/** What ran or was written though the analysis does not show it. */
function missing(
  { source, units, redirects }: CommandLine,
  { programs, files }: Run,
): { source: string; lost: string }[] {
  const targets = redirects.flatMap(({ access, target }) => (access === 'write' ? [fileName(target)] : []));
  const unseen = targets.includes(null) ? [] : files.filter((file) => !targets.includes(file));
  const lost = programs.filter((program) => !units.some((unit) => mayBe(unit, program)));
  return [...lost.map(({ words }) => words), ...unseen.map((file) => `> ${file}`)].map((what) => ({
    source,
    lost: what,
  }));
}

/** A quoted tilde is written so that nobody takes it for a home directory. */
function fileName(target: string | null): string | null {
  return target?.startsWith('./~') === true ? target.slice(2) : target;
}

/** By its name; by all its words too where none of them is known only at run time. */
function mayBe({ name, command, plain }: Unit, program: Program): boolean {
  // Bash 5.2 puts in the default name of a coprocess as it rewrites a substitution, and then looks for a program of that name.
  if (program.name === 'COPROC') return true;
  return name === program.name && (plain === program.words || /[$`*?[\]{}~<>(]/.test(command));
}
