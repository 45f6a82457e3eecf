import { userInfo } from 'node:os';
import type { Question, RuleBook, Verdict } from '@caliban/gate';
import { type InboxAccess, inboxClient, policyVersion } from '@caliban/inbox';
import type { Settings as FileSettings } from '@caliban/storage';
import { clientOf, hubFiles, type JoinedHub, readJoined, verifierOf } from '../hub/joined-hub.ts';
import type { Terminal } from '../process/terminal.ts';
import { type ServerPlace, serverPlace, serverSettings } from '../serve/server-place.ts';
import { DEFAULT_IDLE_MINUTES, startOnDemand } from '../serve/start-on-demand.ts';

/** The inbox of this user, and what the user's own files say about it. */
export type InboxSetup = {
  /** Questions go there instead of to the server of this machine. */
  readonly hub: JoinedHub | null;
  readonly place: ServerPlace;
  readonly env: Terminal['env'];
  readonly settings: Pick<FileSettings, 'serve' | 'inbox'>;
};

export const DEFAULT_WAIT_SECONDS = 300;

export async function inboxSetup(terminal: Pick<Terminal, 'env' | 'home'>): Promise<InboxSetup> {
  const place = serverPlace(terminal);
  const { agent } = hubFiles(place.stateDirectory);
  const hub = readJoined(agent);
  const { serve, inbox } = await serverSettings(place);
  // A user who has joined a hub wants questions to go there.
  const waitSeconds = { value: DEFAULT_WAIT_SECONDS, layer: 'managed', file: agent, line: 1 } as const;
  return {
    ...{ place, hub, env: terminal.env },
    settings: { serve, inbox: hub === null ? inbox : { waitSeconds, ...inbox } },
  };
}

export type InboxJudge = {
  readonly book: () => RuleBook;
  readonly judgeAgain: (question: Question) => Promise<Verdict>;
};

export function inboxAccess({ place, hub, env, settings }: InboxSetup, { book, judgeAgain }: InboxJudge): InboxAccess {
  const policy = () => policyVersion(book());
  if (hub !== null)
    return { client: clientOf(hub), isSigned: verifierOf(hub), judgeAgain, policy, ensureServer: () => false };
  const { serve } = settings;
  const idleMinutes = serve.idleMinutes?.value ?? DEFAULT_IDLE_MINUTES;
  return {
    client: inboxClient(place.files),
    judgeAgain,
    policy,
    ensureServer: () => serve.start?.value === 'on-demand' && startOnDemand({ files: place.files, idleMinutes, env }),
  };
}

/** The operator's name in the log and on cards. */
export function ownName({ inbox }: InboxSetup['settings']): string {
  if (inbox.name !== undefined) return inbox.name.value;
  try {
    return userInfo().username;
  } catch {
    return 'operator';
  }
}
