import { latestSession, listSessions, loadSession, type Message } from '@caliban/agent';
import { visible } from '@caliban/calls/text';
import type { Args } from '../command-line/args.ts';
import { UsageError } from '../command-line/problems.ts';

/** A saved conversation. */
export type Earlier = { readonly sessionId: string; readonly messages: readonly Message[] };

/** `--resume` and `--continue`; null starts a new one. */
export async function earlierSession(args: Args, directory: string): Promise<Earlier | null> {
  const wanted = await wantedSession(args, directory);
  if (wanted === null) return null;
  const loaded = await loadSession(directory, wanted);
  if (!loaded.ok) throw new UsageError(loaded.error);
  return loaded.value;
}

async function wantedSession(args: Args, directory: string): Promise<string | null> {
  const named = args.text('resume');
  if (named !== undefined) return sessionNamed(named, directory);
  if (!args.isSet('continue')) return null;
  const latest = await latestSession(directory);
  if (latest === null) throw new UsageError('there is no session in this workspace to continue');
  return latest.sessionId;
}

/** The only session with this prefix; a full id wins even if others begin with it. */
async function sessionNamed(named: string, directory: string): Promise<string> {
  if (named === '') return named;
  const ids = (await listSessions(directory)).map(({ sessionId }) => sessionId);
  const found = ids.includes(named) ? [named] : ids.filter((id) => id.startsWith(named));
  if (found.length <= 1) return found[0] ?? named;
  const others = found.length > MAX_NAMED ? ` and ${found.length - MAX_NAMED} more` : '';
  throw new UsageError(
    `several sessions begin with \`${visible(named)}\`: ${found.slice(0, MAX_NAMED).join(', ')}${others}; write more of the id`,
  );
}

/** The latest ones. */
const MAX_NAMED = 5;
