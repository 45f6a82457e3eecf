import { join } from 'node:path';
import type { Host } from '../host.ts';
import { placeOf } from '../setup/places.ts';

export const QWEN_CODE: Host = {
  name: 'qwen-code',
  title: 'Qwen Code',
  program: 'qwen',
  directory: ({ home }) => join(home, '.qwen'),
  hookFile: (scope, places) => join(placeOf(scope, places), '.qwen/settings.json'),
  nextStep: 'sessions that run already take it up at their next start; /hooks shows it',
  showsMessages: true,
  loadAdapter: async () => (await import('./adapter.ts')).qwenCode,
  loadSetup: async () => (await import('./setup.ts')).qwenCodeSetup,
};
