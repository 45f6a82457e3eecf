import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { bundled } from '../../../../test/helpers/bundled.ts';
import { runs } from '../../../../test/helpers/runs.ts';
import { appliedCommands, finishJournals, undoCommand } from '../../src/rehearsal/applied-commands.ts';
import { Scratch, whyNotRehearsed } from './scratch.ts';

const skipped = (await whyNotRehearsed()) !== null;
const PROGRAM = fileURLToPath(new URL('./apply-in-a-loop.mjs', import.meta.url));
const TIMES = Number(process.env.CALIBAN_TEST_KILLS ?? runs(12));

describe.skipIf(skipped)('killed at any instant', () => {
  test(
    'the workspace is as it was before or after, and nothing lingers',
    async () => {
      const scratch = new Scratch();
      try {
        const program = await bundled(PROGRAM);
        const before = scratch.picture();
        const seen = { before: 0, after: 0 };
        let during = '';
        for (let time = 0; time < TIMES; time++) {
          const child = spawn(process.execPath, [program, scratch.place], { stdio: ['ignore', 'pipe', 'inherit'] });
          let said = '';
          child.stdout.setEncoding('utf8').on('data', (text: string) => {
            said += text;
          });
          const [step, longestMs] = STEPS[time % STEPS.length] as (typeof STEPS)[number];
          while (!said.includes(step)) await once(child.stdout, 'data');
          await sleep(Math.random() * longestMs);
          child.kill('SIGKILL');
          await once(child, 'close');
          during += said.at(-1);

          await finishJournals(scratch.journals);
          const now = scratch.picture();
          const applied = appliedCommands(scratch.journals);
          if (applied.length === 0) {
            expect(now).toEqual(before);
            seen.before += 1;
          } else {
            seen.after += 1;
            expect(Object.keys(now).filter((path) => path.includes('repo'))).toEqual(AFTER);
            for (const { id } of applied) expect(await undoCommand(scratch.journals, id)).toMatchObject({ ok: true });
            expect(scratch.picture()).toEqual(before);
          }
          expect(readdirSync(scratch.journals)).toEqual([]);
          await expect.poll(() => processesAbout(scratch.place)).toEqual([]);
        }
        expect(readFileSync('/proc/self/mountinfo', 'utf8')).not.toContain(scratch.place);
        if (TIMES > 50) process.stdout.write(`${JSON.stringify(seen)} ${during}\n`);
      } finally {
        scratch.remove();
      }
    },
    60_000 + TIMES * 10_000,
  );
});

/** What the program says when it begins with something, and how long that takes. */
const STEPS = [
  ['r', 500],
  ['a', 60],
  ['u', 60],
] as const;

const AFTER = ['home/repo', 'home/repo/a', 'home/repo/a/b', 'home/repo/d'].concat(
  [1, 2, 3, 4, 5, 6, 7, 8].map((name) => `home/repo/d/${name}`),
);

function processesAbout(place: string): readonly string[] {
  return readdirSync('/proc').flatMap((pid) => {
    try {
      const command = readFileSync(join('/proc', pid, 'cmdline'), 'utf8');
      return /^\d+$/.test(pid) && command.includes(place) ? [command.replaceAll('\0', ' ')] : [];
    } catch {
      return [];
    }
  });
}
