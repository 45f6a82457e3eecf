import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { findBroken } from './grammar-places/find-broken.ts';
import { allLines, nestedLines, placeLines } from './grammar-places/lines.ts';
import { findShells, runInShell, type TestedShell } from './grammar-places/run-in-shells.ts';

/** Every n-th line. 1: all of them, which takes 15 minutes for words in places, and days for places inside places. */
const STEP = Number(process.env.CALIBAN_PLACES_STEP ?? 11);
const NESTED_STEP = Number(process.env.CALIBAN_PLACES_NESTED_STEP ?? 997);
const FIRST = Number(process.env.CALIBAN_PLACES_FIRST ?? 0);
/** How many of the places start the program with a plain substitution. The others need another word or another shell. */
const LIVE: Readonly<Record<TestedShell, number>> = { bash: 0.6, zsh: 0.6, dash: 0.4 };

const MAX_SHOWN = 20;

const installed = findShells();
const scratch = mkdtempSync(join(tmpdir(), 'caliban-places-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const SHELLS: readonly TestedShell[] = ['bash', 'zsh', 'dash'];

describe.each(SHELLS)(
  'a command in every place of the grammar, run in %s (skipped where it is not installed)',
  (shell) => {
    test.skipIf(!installed.includes(shell)).each([
      ['every word in every place', () => allLines(FIRST, STEP)],
      ['a place inside a place', () => nestedLines(FIRST, NESTED_STEP)],
    ])(
      'no rule for another command lets it run: %s',
      async (_, lines) => {
        const { broken, unfinished } = await findBroken(shell, lines(), scratch);
        expect(broken.slice(0, MAX_SHOWN), `${broken.length} lines`).toEqual([]);
        expect(unfinished).toEqual([]);
      },
      30 * 60_000,
    );

    test.skipIf(!installed.includes(shell))(
      'the places are real',
      async () => {
        const lines = placeLines();
        const runs = await runInShell(shell, lines, scratch);
        expect(runs.filter(({ ranProgram }) => ranProgram).length / lines.length).toBeGreaterThan(LIVE[shell]);
      },
      5 * 60_000,
    );
  },
);
