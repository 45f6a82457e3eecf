import { join } from 'node:path';
import type { Host, HostPlaces } from '../host.ts';
import { variable } from '../setup/places.ts';

/** It has no rules that we can read. */
export const COPILOT: Host = {
  name: 'copilot',
  title: 'Copilot CLI',
  program: 'copilot',
  directory,
  hookFile: (scope, places) =>
    join(scope === 'user' ? directory(places) : join(places.workspace, '.github'), 'hooks/caliban.json'),
  nextStep: 'sessions that run already take it up at their next start',
  loadAdapter: async () => (await import('./adapter.ts')).copilot,
  loadSetup: async () => (await import('./setup.ts')).copilotSetup,
};

function directory(places: HostPlaces): string {
  return variable(places, 'COPILOT_HOME') ?? join(places.home, '.copilot');
}
