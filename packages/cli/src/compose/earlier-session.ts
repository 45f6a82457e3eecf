import type { Message } from '@caliban/agent/internal/conversation/messages';
import { latestSession } from '@caliban/agent/internal/sessions/list-sessions';
import { loadSession } from '@caliban/agent/internal/sessions/load-session';
import type { Args } from '../command-line/args.ts';
import { UsageError } from '../command-line/problems.ts';

/** A conversation that was saved. */
export type Earlier = { readonly sessionId: string; readonly messages: readonly Message[] };

/** `--resume` and `--continue`; null starts a new one. */
export async function earlierSession(args: Args, directory: string): Promise<Earlier | null> {
  const wanted =
    args.text('resume') ?? (args.isSet('continue') ? (await latestSession(directory))?.sessionId : undefined);
  if (wanted === undefined) {
    if (args.isSet('continue')) throw new UsageError('there is no session in this workspace to go on with');
    return null;
  }
  const loaded = await loadSession(directory, wanted);
  if (!loaded.ok) throw new UsageError(loaded.error);
  return loaded.value;
}
