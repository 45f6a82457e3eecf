import { HOSTS, type HostAdapter, type HostOutcome, type HostReply } from '@caliban/adapters';
import { isRecord } from '@caliban/calls/types';
import type { Locations } from '@caliban/storage';
import { firstTime, type Unaccepted } from '@caliban/storage/trust';
import { unacceptedText } from '../policy/unaccepted.ts';

export type TrustReply = {
  readonly adapter: HostAdapter;
  readonly outcome: HostOutcome | 'left';
  readonly payload: unknown;
  readonly unaccepted: Unaccepted;
  readonly locations: Pick<Locations, 'cacheDirectory' | 'workspace'>;
  readonly sessionId: string | undefined;
};

/**
 * The reply, and once per session a sentence that this user has to accept what the project allows. It never changes the decision.
 * Hosts that show a hook's message show this one. On others it follows the reason of a question or refusal; without one it is
 * omitted, because nothing would be shown.
 */
export function replyAboutTrust(parts: TrustReply): HostReply {
  const { adapter, outcome, payload } = parts;
  const reply = outcome === 'left' ? adapter.silence : adapter.reply(outcome, payload);
  if (HOSTS[adapter.name].showsMessages === true) {
    const said = withMessage(reply, `caliban: ${unacceptedText(parts.unaccepted)}`);
    return said !== null && isFirst(parts) ? said : reply;
  }
  if (outcome === 'left' || outcome.action === 'allow' || !isFirst(parts)) return reply;
  const message = `${outcome.message}; note for the user: ${unacceptedText(parts.unaccepted)}`;
  return adapter.reply({ ...outcome, message }, payload);
}

/** Null if the reply isn't JSON: then the exit code is the whole reply. */
function withMessage(reply: HostReply, systemMessage: string): HostReply | null {
  if (reply.exitCode !== 0) return null;
  const said: unknown = reply.stdout === '' ? {} : JSON.parse(reply.stdout);
  return isRecord(said) ? { ...reply, stdout: `${JSON.stringify({ ...said, systemMessage })}\n` } : null;
}

/** For a host without session ids it is shown once a day. */
function isFirst({ unaccepted, locations, sessionId, adapter }: TrustReply): boolean {
  const session = sessionId ?? new Date().toISOString().slice(0, 10);
  return firstTime(locations, [adapter.name, session, locations.workspace, unaccepted.fingerprint]);
}
