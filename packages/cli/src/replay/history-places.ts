import { HOSTS } from '@caliban/adapters';
import type { HistoryPlaces } from '@caliban/storage/histories';
import { decisionLogFile } from '../log/decision-log-file.ts';
import { locationsAt } from '../paths/locations-at.ts';
import type { Terminal } from '../process/terminal.ts';

/** Where this user's agents keep their histories, and where our log is. */
export function historyPlaces(terminal: Pick<Terminal, 'cwd' | 'env' | 'home'>): HistoryPlaces {
  const directories = Object.values(HOSTS).flatMap(({ history }) =>
    history === undefined ? [] : [[history.format, history.directories(terminal)] as const],
  );
  return { directories: new Map(directories), log: decisionLogFile(locationsAt({}, terminal)) };
}
