import { ownHome } from '@caliban/storage/rules';
import { serverPlace, serverSettings } from './server-place.ts';
import { DEFAULT_IDLE_MINUTES, startOnDemand } from './start-on-demand.ts';

/** `[serve] start = "on-demand"`. Never fails: mistakes in the settings are reported elsewhere. */
export async function startIfOnDemand(env: Readonly<Record<string, string | undefined>>): Promise<void> {
  try {
    const place = serverPlace({ env, home: ownHome(env.HOME) });
    const { serve } = await serverSettings(place);
    if (serve.start?.value !== 'on-demand') return;
    startOnDemand({ files: place.files, idleMinutes: serve.idleMinutes?.value ?? DEFAULT_IDLE_MINUTES, env });
  } catch {
    // The hook has already answered; the next hook tries again.
  }
}
