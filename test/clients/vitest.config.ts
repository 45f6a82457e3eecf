import { defineConfig } from 'vitest/config';

/** For `npm run test:clients` only: the clients are more than a gigabyte, and nobody else should wait for them. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['*.client.ts'],
    // Each file runs one client, and each client takes a core of its own.
    maxWorkers: 2,
    testTimeout: 100_000,
    hookTimeout: 120_000,
  },
});
