import { join } from 'node:path';
import type { HistoryPlaces } from '../../../src/histories/session-reader.ts';

/** Every agent keeps its history where it does by default. */
export function placesIn(home: string, log: string = join(home, 'log.jsonl')): HistoryPlaces {
  return {
    log,
    directories: new Map([
      ['claude', [join(home, '.claude'), join(home, '.config/claude')]],
      ['codex', [join(home, '.codex')]],
      ['gemini', [join(home, '.gemini')]],
      ['opencode', [join(home, '.local/share/opencode')]],
    ]),
  };
}
