import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { IS_HUB } from './server.ts';

const INBOX = ['inbox', 'Inbox'] as const;
const TODAY = ['today', 'Today'] as const;
const SUGGESTIONS = ['suggestions', 'Suggestions'] as const;
const SESSIONS = ['sessions', 'Sessions'] as const;
const POLICY = ['policy', 'Policy'] as const;
const FLEET = ['fleet', 'Fleet'] as const;

export type View = typeof INBOX | typeof TODAY | typeof SUGGESTIONS | typeof SESSIONS | typeof POLICY | typeof FLEET;
export type ViewName = View[0];

const OF_USER: readonly View[] = [INBOX, TODAY, SUGGESTIONS, SESSIONS, POLICY];
const OF_ADMIN: readonly View[] = [...OF_USER, FLEET];
/** What was done, call by call, is for admins. */
const OF_APPROVER: readonly View[] = [INBOX, TODAY, POLICY, FLEET];

export type Person = { readonly name: string; readonly role: 'agent' | 'approver' | 'admin' };

/** `person`: on a hub, whose token this is; null until that is known. */
export function viewsOf(person: Person | null): readonly View[] {
  if (!IS_HUB) return OF_USER;
  return person?.role === 'admin' ? OF_ADMIN : OF_APPROVER;
}

export const Views = createContext<readonly View[]>([]);

export function useViews(): readonly View[] {
  return useContext(Views);
}
