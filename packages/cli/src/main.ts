#!/usr/bin/env node

const [, , first, second] = process.argv;
const isHook = first === 'hook' && second !== '--help' && second !== '-h';

// A hook is started for every call of another agent, so nothing else is loaded for it.
const started = isHook ? import('./hook/main.ts') : import('./program.ts').then(({ program }) => program());

started.catch((error: unknown) => {
  process.stderr.write(`caliban: ${error instanceof Error ? error.stack : error}\n`);
  // What hosts that run commands read as no.
  process.exitCode = isHook ? 2 : 1;
});
