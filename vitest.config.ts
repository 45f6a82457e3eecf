import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Tables of the log show local time.
process.env.TZ = 'UTC';

const SLOW = '**/*.slow.test.ts';

/** They have properties that are tried with fewer examples in `quick`: see test/helpers/runs.ts. */
const WITH_MORE_EXAMPLES = readdirSync(new URL('packages', import.meta.url), { recursive: true, encoding: 'utf8' })
  .filter((path) => /^[^/]+\/test\/.*\.test\.tsx?$/.test(path))
  .map((path) => `packages/${path}`)
  .filter((path) => readFileSync(new URL(path, import.meta.url), 'utf8').includes("/test/helpers/runs.ts'"));

/** They take longest, most of them by starting the program again and again. By their size, vitest would start some of them last. */
const LONGEST = [
  ...['packages/cli/test/scripts', 'packages/cli/test/hub/hub', 'packages/cli/test/page/', 'test/followed-pages'],
  ...['sandbox/escapes/', 'test/cookbook', 'packages/cli/test/asks/hook', 'packages/tui/test/pty/session'],
  ...['grammar-places', 'hub/test/facts/', 'test/packaging/', 'test/security/hostile-repository'],
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const found = LONGEST.findIndex((part) => moduleId.includes(part));
      return found === -1 ? LONGEST.length : found;
    };
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}

export default defineConfig({
  test: {
    setupFiles: ['test/seed-fast-check.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A second, as by default, is not enough for a process on a busy machine.
    expect: { poll: { timeout: 20_000 } },
    // Much of the time is spent waiting for processes, so three keep two cores busy.
    maxWorkers: 3,
    // No test leaves anything behind in its process, and loading everything anew for each file takes half as long again.
    isolate: false,
    restoreMocks: true,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'quick',
          include: ['packages/*/test/**/*.test.{ts,tsx}', 'conformance/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: [SLOW, '**/node_modules/**'],
        },
      },
      // Hundreds of processes, thousands of lines run in bash: a minute or more. CI runs them after the others.
      {
        extends: true,
        test: {
          name: 'slow',
          include: [SLOW, ...WITH_MORE_EXAMPLES],
          exclude: ['**/node_modules/**'],
          env: { CALIBAN_EXAMPLES: 'all' },
        },
      },
    ],
  },
});
