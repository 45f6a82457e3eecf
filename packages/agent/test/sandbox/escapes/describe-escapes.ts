import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { isInstalled } from '../../helpers/installed.ts';
import { type Attempt, attempts, PROGRAM_FOR } from './attempt.ts';
import { type Account, runAttempt, whyNoRuntime, whyNot } from './run-attempt.ts';
import { Target } from './target.ts';

const missingPrograms = Object.entries(PROGRAM_FOR)
  .filter(([, program]) => !isInstalled(program))
  .map(([language, program]) => ({ language, program }));

/** The first stops once there is a file of that name. */
const RENAMING = attempts('bash', [
  [
    'renames',
    null,
    'until [ -e "$TMPDIR/enough" ]; do mv -T src lib; mv -T lib src; mv -T src/deep src/d; mv -T src/d src/deep; done 2>/dev/null',
  ],
  ['reads', null, 'cat src/deep/key.pem lib/deep/key.pem src/d/key.pem lib/d/key.pem'],
]);

const self = process.getuid?.() ?? -1;
/** Root runs them as root and as somebody without rights; anybody else as themselves. */
const ACCOUNTS: readonly Account[] =
  self === 0
    ? [
        { name: 'root', uid: 0, asRoot: true },
        { name: 'an ordinary user', uid: 65_534, asRoot: false },
      ]
    : [{ name: 'an ordinary user', uid: self, asRoot: false }];
/** The same programs where single hosts are filtered. Root doesn't use it: see ordinary-user.test.ts. */
const WITH_RUNTIME: Account = { name: 'the sandbox runtime', uid: self, asRoot: false, withRuntime: true };

/** A way out that is known, and is in docs/sandbox.md. */
const KNOWN_WITH_RUNTIME = ['pairs of sockets that are not tied to one another'];

/** Each of them by every account, confined; once without confinement, to see that it works. `readings`: how often a file is read that moves. */
export async function describeEscapes(
  all: readonly Attempt[],
  { readings }: { readonly readings: number },
): Promise<void> {
  for (const { language, program } of missingPrograms)
    process.stderr.write(`skipped: escapes in ${language}: there is no ${program}\n`);
  const tried = all.filter((attempt) => !missingPrograms.some(({ language }) => language === attempt.language));
  for (const account of [...ACCOUNTS, ...(self === 0 ? [] : [WITH_RUNTIME])]) {
    const missing = (await whyNot(account)) ?? (account.withRuntime === true ? await whyNoRuntime() : null);
    if (missing !== null) process.stderr.write(`skipped: escapes by ${account.name}: ${missing}\n`);

    describe.skipIf(missing !== null)(`by ${account.name}`, () => {
      let target: Target;

      beforeAll(async () => {
        target = new Target(account.uid);
        await target.open();
        if (tried.some(({ language }) => language === 'c')) {
          const source = join(import.meta.dirname, 'escape.c');
          execFileSync('gcc', ['-O1', '-pthread', '-o', target.environment.PROGRAM as string, source]);
        }
      });
      beforeEach(() => target.refill());
      afterAll(() => target.close());

      describe('a confined program gets nowhere', () => {
        const known = account.withRuntime === true ? KNOWN_WITH_RUNTIME : [];
        const unknown = tried.filter(({ name }) => !known.includes(name));
        test.each(unknown.map(row))('%s', async (_, attempt) => {
          const output = await runAttempt(attempt, { target, account, confined: true });
          expect({ harm: target.harm(output), output }).toEqual({ harm: [], output });
        });
      });

      // The runtime gives programs another directory for temporary files, where this one would not see that it is enough.
      test.skipIf(account.withRuntime === true)(
        'a program that renames directories all the time does not open what another one would find in them',
        async () => {
          const [mover, reader] = RENAMING as [Attempt, Attempt];
          const moved = runAttempt(mover, { target, account, confined: true });
          const read: string[] = [];
          for (let round = 0; round < readings; round++)
            read.push(await runAttempt(reader, { target, account, confined: true }));
          writeFileSync(join(target.environment.TMPDIR as string, 'enough'), '');
          const output = read.join('') + (await moved);
          expect({ harm: target.harm(output), output }).toEqual({ harm: [], output });
        },
      );

      // Once is enough to see that each of them works.
      describe.skipIf(account !== ACCOUNTS.at(-1))('the same program, not confined, does harm', () => {
        const working = tried.filter(({ bare }) => bare !== null);
        test.each(working.map(row))('%s', async (_, attempt) => {
          const output = await runAttempt(attempt, { target, account, confined: false });
          // A process that was killed takes a moment to die on a busy machine.
          const found = () => ({ harm: target.harm(output), output });
          await expect.poll(found).toEqual({ harm: attempt.bare, output });
        });
      });
    });
  }
}

function row(attempt: Attempt): readonly [string, Attempt] {
  return [`${attempt.language}: ${attempt.name}`, attempt];
}
