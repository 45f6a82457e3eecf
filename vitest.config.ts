import { defineConfig } from 'vitest/config';

// Tables of the log show local time.
process.env.TZ = 'UTC';

const SLOW = '**/*.slow.test.ts';

export default defineConfig({
  test: {
    setupFiles: ['test/seed-fast-check.ts'],
    testTimeout: 60_000,
    // Much of the time is spent waiting for processes, so three keep two cores busy.
    maxWorkers: 3,
    // No test leaves anything behind in its process, and loading everything anew for each file takes half as long again.
    isolate: false,
    restoreMocks: true,
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
      { extends: true, test: { name: 'slow', include: [SLOW], exclude: ['**/node_modules/**'] } },
    ],
  },
});
