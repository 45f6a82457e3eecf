import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    setupFiles: ['test/seed-fast-check.ts'],
    testTimeout: 60_000,
    // Suites with dozens of real processes share CI's two cores; a second failure is a failure.
    retry: process.env.CI === undefined ? 0 : 1,
    // Most of the time is spent waiting for processes, so two work even where there are two cores.
    maxWorkers: 2,
    restoreMocks: true,
    projects: [
      {
        extends: true,
        // Pure code keeps nothing between files, so they share one process.
        test: { name: 'gate', include: ['packages/gate/test/**/*.test.ts'], isolate: false },
      },
      {
        extends: true,
        test: {
          name: 'all else',
          include: [
            'packages/{adapters,agent,cli,storage,tui}/test/**/*.test.{ts,tsx}',
            'conformance/**/*.test.ts',
            'test/**/*.test.ts',
          ],
        },
      },
    ],
  },
});
