import type { SessionSummary } from '../types.ts';

/** As the server knows it: on a hub, ids are those of one agent. */
export function sessionKey({ id, install }: Pick<SessionSummary, 'id' | 'install'>): string {
  return install === null ? id : `${install} ${id}`;
}

export function sessionAddress(session: Pick<SessionSummary, 'id' | 'install'>): string {
  return `#/sessions/${encodeURIComponent(sessionKey(session))}`;
}
