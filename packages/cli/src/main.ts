#!/usr/bin/env node

const words = process.argv.slice(2);
const isHook = words[0] === 'hook' && !words.includes('--help') && !words.includes('-h');

// A hook is started for every call of another agent, so nothing else is loaded for it.
const started = isHook ? import('./hook/main.ts') : import('./program.ts').then(({ program }) => program());

started.catch((error: unknown) => {
  process.stderr.write(`caliban: ${error instanceof Error ? error.stack : error}\n`);
  // Hosts that run commands read this as a refusal.
  process.exitCode = isHook ? 2 : 1;
});
