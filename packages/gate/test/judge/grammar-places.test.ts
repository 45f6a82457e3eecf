import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { rows } from '../../../../test/helpers/runs.ts';
import { findBroken } from './grammar-places/find-broken.ts';
import { quickLines } from './grammar-places/lines.ts';
import { findShells, type TestedShell } from './grammar-places/run-in-shells.ts';

const MAX_SHOWN = 20;

const installed = findShells();
const scratch = mkdtempSync(join(tmpdir(), 'caliban-places-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const SHELLS: readonly TestedShell[] = ['bash', 'zsh', 'dash'];

describe.each(SHELLS)(
  'a command in every place of the grammar, run in %s (skipped where it is not installed)',
  (shell) => {
    test.skipIf(!installed.includes(shell))('no rule for another command lets it run', async () => {
      const { broken, unfinished } = await findBroken(shell, rows(quickLines()), scratch);
      expect(broken.slice(0, MAX_SHOWN), `${broken.length} lines`).toEqual([]);
      expect(unfinished).toEqual([]);
    });
  },
);
