import { setTimeout as sleep } from 'node:timers/promises';
import { errorText } from '@caliban/calls/text';
import { hubFiles, readJoined } from './joined-hub.ts';
import { syncHub } from './sync-hub.ts';

export type BackgroundSync = {
  readonly stateDirectory: string;
  readonly warn: (message: string) => void;
  readonly signal: AbortSignal;
};

const PAUSE_MS = 60_000;

/** Syncs once a minute while a hub is joined. Reports a problem once, until it is over. */
export async function syncInBackground({ stateDirectory, warn, signal }: BackgroundSync): Promise<void> {
  const files = hubFiles(stateDirectory);
  let told = '';
  while (!signal.aborted) {
    try {
      const joined = readJoined(files.agent);
      const report = joined === null ? null : await syncHub({ joined, files, stateDirectory });
      tell(report?.policy.problem ?? '');
    } catch (error) {
      tell(errorText(error));
    }
    await sleep(PAUSE_MS, undefined, { signal }).catch(() => {});
  }

  function tell(problem: string): void {
    if (problem !== '' && problem !== told) warn(`the hub: ${problem}`);
    told = problem;
  }
}
