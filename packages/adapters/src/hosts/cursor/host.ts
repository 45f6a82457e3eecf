import { join } from 'node:path';
import type { Host } from '../host.ts';
import { placeOf } from '../setup/places.ts';

/** It has no rules that we can read. */
export const CURSOR: Host = {
  name: 'cursor',
  title: 'Cursor',
  program: 'cursor-agent',
  directory: ({ home }) => join(home, '.cursor'),
  hookFile: (scope, places) => join(placeOf(scope, places), '.cursor/hooks.json'),
  nextStep: 'Cursor takes it up by itself; its settings list it under Hooks',
  loadAdapter: async () => (await import('./adapter.ts')).cursor,
  loadSetup: async () => (await import('./setup.ts')).cursorSetup,
};
