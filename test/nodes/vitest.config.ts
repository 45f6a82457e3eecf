import { defineConfig } from 'vitest/config';

/** For `npm run test:nodes` only: each Node is 100 MB. */
export default defineConfig({
  test: { root: import.meta.dirname, include: ['*.node.ts'], testTimeout: 60_000 },
});
