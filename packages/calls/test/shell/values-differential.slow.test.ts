import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { analyseCommandLine } from '../../src/shell/analyse-command-line.ts';
import type { CommandLine } from '../../src/types/command-line.ts';
import { generateValues } from './differential/generate-values.ts';
import { findBash, type Run, runInBash } from './differential/run-in-bash.ts';

const LINES = Number(process.env.CALIBAN_DIFFERENTIAL_LINES ?? 20_000);
const FIRST = Number(process.env.CALIBAN_DIFFERENTIAL_FIRST ?? 0);

const bash = findBash();
const scratch = mkdtempSync(join(tmpdir(), 'caliban-values-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describe.skipIf(bash === null)('bash is the judge (skipped where bash 5 is not installed)', () => {
  test(
    `nothing that variables make of the commands in ${LINES} lines is lost`,
    async () => {
      const lines = Array.from({ length: LINES }, (_, index) => analyseCommandLine(generateValues(FIRST + index)));
      const whole = lines.filter(({ problems }) => problems.length === 0);
      const sources = whole.map(({ source }) => source);
      const runs = await runInBash(bash as string, sources, scratch);
      const lost = whole.flatMap((line, index) => missing(line, runs[index] as Run));
      expect(lost.toSorted((one, other) => one.source.length - other.source.length).slice(0, 20)).toEqual([]);
      expect(runs.filter(({ programs }) => programs.length > 0).length).toBeGreaterThan(LINES / 2);
    },
    15 * 60_000,
  );
});

/** What ran in other words than the analysis tells. Blanks count as one: rules look at words, however they are quoted. */
function missing({ source, units }: CommandLine, { programs }: Run): { source: string; lost: string }[] {
  const texts = units.flatMap(({ plain, expandedCommand }) => [plain, ...(expandedCommand?.().texts ?? [])]);
  // What is not known at the end stands there as written; here, nothing comes from outside the line.
  const told = new Set([...texts, ...texts.map((text) => text.replaceAll(/(?: [^ ]*\$.*)+$/gs, ''))].map(spaced));
  if (units.some(({ expandedCommand }) => expandedCommand?.().isPartial)) return [];
  return programs.filter(({ words }) => !told.has(spaced(words))).map(({ words }) => ({ source, lost: words }));
}

function spaced(text: string): string {
  return text.trim().replaceAll(/ +/g, ' ');
}
