import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['packages/*/test/**/*.test.ts', 'conformance/**/*.test.ts', 'test/**/*.test.ts'],
    setupFiles: ['test/seed-fast-check.ts'],
    testTimeout: 60_000,
    restoreMocks: true,
  },
});
