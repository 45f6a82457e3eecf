import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['packages/*/test/**/*.test.{ts,tsx}', 'conformance/**/*.test.ts', 'test/**/*.test.ts'],
    setupFiles: ['test/seed-fast-check.ts'],
    testTimeout: 60_000,
    // Suites with dozens of real processes share CI's two cores; a second failure is a failure.
    retry: process.env.CI === undefined ? 0 : 1,
    restoreMocks: true,
  },
});
