// Root can't use the sandbox runtime, so root starts its suites as an ordinary user. Everyone else has run them directly.
import { type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { whyNot } from './escapes/run-attempt.ts';

const NOBODY = 65_534;
const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs');

const missing = await whyNotAsOther();
if (missing !== null)
  process.stderr.write(`skipped: the sandbox runtime, started by root as an ordinary user: ${missing}\n`);

/** Each of the suites passes as an ordinary user, and so many of its tests have run. */
export function passedByOthers(
  suites: readonly (readonly [suite: string, project: 'quick' | 'slow', only: string, atLeast: number])[],
): void {
  test.skipIf(missing !== null).each(suites)(
    'an ordinary user passes %s (%s) %s',
    async (suite, project, only, atLeast) => {
      const place = realpathSync(mkdtempSync(join(tmpdir(), 'caliban-ordinary-')));
      const at = (name: string) => join(place, name);
      try {
        for (const name of ['', 'home', 'tmp']) {
          mkdirSync(at(name), { recursive: true });
          chownSync(at(name), NOBODY, NOBODY);
        }
        const words = [
          ...[VITEST, 'run', '--configLoader', 'runner', '--project', project, '--reporter', 'json'],
          ...(only === '' ? [] : ['-t', only]),
          join(ROOT, 'packages/agent/test/sandbox', suite),
        ];
        const { stdout, stderr } = await printedBy(words, {
          ...{ cwd: ROOT, uid: NOBODY, gid: NOBODY },
          env: { PATH: process.env.PATH, HOME: at('home'), TMPDIR: at('tmp'), LC_ALL: 'C.UTF-8' },
        });
        expect(stdout, stderr).toMatch(/^\{/m);
        const { numPassedTests, testResults } = JSON.parse(stdout.slice(stdout.indexOf('{"num'))) as Results;
        const failed = testResults.flatMap(({ assertionResults }) =>
          assertionResults.filter(({ status }) => status === 'failed'),
        );
        expect(failed).toEqual([]);
        expect(numPassedTests, stderr).toBeGreaterThanOrEqual(atLeast);
      } finally {
        rmSync(place, { recursive: true, force: true });
      }
    },
    600_000,
  );
}

async function printedBy(words: readonly string[], options: SpawnOptions) {
  const child = spawn(process.execPath, words, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const printed = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name]?.setEncoding('utf8').on('data', (text) => (printed[name] += text));
  await once(child, 'close');
  return printed;
}

type Results = {
  readonly numPassedTests: number;
  readonly testResults: readonly { readonly assertionResults: readonly { readonly status: string }[] }[];
};

/** Null where root can start the suites as another user. */
async function whyNotAsOther(): Promise<string | null> {
  if (process.getuid?.() !== 0) return 'this is one, so the suites ran as they are';
  const problem = await whyNot({ name: 'an ordinary user', uid: NOBODY, asRoot: false });
  if (problem !== null) return problem;
  const readable = spawnSync(process.execPath, ['-e', ''], { cwd: ROOT, uid: NOBODY, gid: NOBODY });
  return readable.status === 0 ? null : `user ${NOBODY} can't read this repository, or not start ${process.execPath}`;
}
