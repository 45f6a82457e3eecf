import type { HistoryPlaces } from '@caliban/storage/internal/histories/session-reader';
import { decisionLogFile } from '../log/decision-log-file.ts';
import { locationsAt } from '../places/locations-at.ts';
import type { Terminal } from '../process/terminal.ts';

/** Where the agents of this user keep their histories, and where our log is. */
export function historyPlaces(terminal: Pick<Terminal, 'cwd' | 'env' | 'home'>): HistoryPlaces {
  const { home, env } = terminal;
  return { home, env, log: decisionLogFile(locationsAt({}, terminal)) };
}
