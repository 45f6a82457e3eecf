#!/usr/bin/env node

// A hook is started for every call of another agent, so nothing else is loaded for it.
const started =
  process.argv[2] === 'hook' ? import('./hook/main.ts') : import('./program.ts').then(({ program }) => program());

started.catch((error: unknown) => {
  process.stderr.write(`caliban: ${error instanceof Error ? error.stack : error}\n`);
  process.exitCode = 1;
});
