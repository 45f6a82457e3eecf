import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['packages/*/test/**/*.test.{ts,tsx}', 'conformance/**/*.test.ts', 'test/**/*.test.ts'],
    setupFiles: ['test/seed-fast-check.ts'],
    testTimeout: 60_000,
    // Most of the time is spent waiting for processes, so two work even where there are two cores.
    maxWorkers: 2,
    // No test leaves anything behind in its process, and loading everything anew for each file takes half as long again.
    isolate: false,
    restoreMocks: true,
  },
});
