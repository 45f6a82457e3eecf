import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { get, post } from '../api.ts';
import { disarm } from '../arming.ts';
import { listen, type StreamState } from '../changes.ts';
import type { FleetFilter } from '../fleet-filter.tsx';
import type { AlwaysOutcome, PageAction, PageCard, PageCards, ProposedRules } from '../types.ts';

export type GivenAnswer = {
  readonly kind: string;
  readonly by: Answerer;
  readonly at: number;
  readonly message?: string;
};
type Answerer = { readonly kind: 'person' | 'clock' | 'asker'; readonly name?: string; readonly through?: string };

/** How a question ended. `mine`: by an answer of this page. */
export type Ended = {
  readonly answer: GivenAnswer | null;
  readonly mine: boolean;
  /** This page's answer came second. */
  readonly late: boolean;
  readonly always: AlwaysOutcome | null;
};

/** A card keeps its place: new ones come last, and an ended one stays until someone clears it. */
export type Entry = {
  readonly uid: string;
  readonly card: PageCard;
  readonly shownAt: number;
  readonly state: 'open' | 'sending';
  readonly ended: Ended | null;
  readonly problem: string | null;
};

export type Answer = {
  readonly action: PageAction;
  readonly message?: string;
  readonly always?: ProposedRules;
};

export type InboxState = {
  readonly entries: readonly Entry[];
  readonly more: number;
  readonly isLoaded: boolean;
  readonly stream: StreamState;
  /** The server's clock minus ours. */
  readonly ahead: number;
  readonly answer: (uid: string, answer: Answer) => Promise<void>;
  readonly clear: () => void;
};

const SETTLE_MS = 60;

/** `filter`: on a hub, which part of the fleet. */
export function useInbox(filter: FleetFilter): InboxState {
  const [entries, setEntries] = useState<readonly Entry[]>([]);
  const [about, setAbout] = useState({ more: 0, isLoaded: false, ahead: 0 });
  const [stream, setStream] = useState<StreamState>('connecting');
  const now = useRef(entries);
  now.current = entries;
  const part = JSON.stringify(filter);
  const shown = useRef(part);

  const refresh = useCallback(async () => {
    const reply = await get<PageCards>('/api/page/cards', JSON.parse(part));
    if (reply.kind !== 'ok' || shown.current !== part) return;
    const { cards, more, now: serverTime } = reply.body;
    const gone = now.current.filter(({ ended, card }) => ended === null && !cards.some(({ key }) => key === card.key));
    const ends = new Map(await Promise.all(gone.map(async (entry) => [entry.uid, await endOf(entry)] as const)));
    setAbout({ more, isLoaded: true, ahead: serverTime - Date.now() });
    if (shown.current === part) setEntries((before) => merged(before, cards, ends));
  }, [part]);

  useEffect(() => {
    let timer = 0;
    if (shown.current !== part) {
      shown.current = part;
      setEntries([]);
      setAbout((before) => ({ ...before, more: 0, isLoaded: false }));
    }
    void refresh();
    const stop = listen({
      onState: setStream,
      onChange() {
        clearTimeout(timer);
        timer = setTimeout(() => void refresh(), SETTLE_MS);
      },
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [refresh, part]);

  const update = (uid: string, changes: Partial<Entry>) =>
    setEntries((before) => before.map((entry) => (entry.uid === uid ? { ...entry, ...changes } : entry)));

  const answer = useCallback(async (uid: string, given: Answer) => {
    const entry = now.current.find((each) => each.uid === uid);
    if (entry === undefined || entry.ended !== null || entry.state === 'sending') return;
    update(uid, { state: 'sending', problem: null });
    const asks = entry.card.asks.map(({ id, hash }) => ({ id, hash }));
    const send = () => post<AnswerReply>('/api/page/answer', { asks, ...given });
    let reply = await send();
    if (reply.kind === 'unreachable') {
      // The server may have ended meanwhile. Sent again only if the answer didn't arrive.
      const ended = await endOf(entry);
      if (ended !== null) return update(uid, { state: 'open', ended });
      reply = await send();
    }
    switch (reply.kind) {
      case 'ok': {
        const { outcomes, always } = reply.body;
        const won = outcomes.find(({ kind }) => kind === 'won');
        const other = won ?? outcomes[0];
        if (other?.kind === 'approved')
          return update(uid, { state: 'open', problem: 'Noted; more people have to agree.' });
        const ended = { answer: other?.view?.answer ?? null, mine: won !== undefined, late: won === undefined, always };
        return update(uid, { state: 'open', ended });
      }
      case 'problem':
        return update(uid, { state: 'open', problem: reply.error });
      case 'unreachable':
      case 'no-key':
        return update(uid, {
          state: 'open',
          problem: 'The server could not be reached. Whether the answer arrived shows once it is back.',
        });
    }
  }, []);

  const clear = useCallback(() => {
    setEntries((before) => before.filter(({ ended }) => ended === null));
    disarm();
  }, []);

  return { entries, ...about, stream, answer, clear };
}

type AnswerReply = {
  readonly outcomes: readonly { readonly kind: string; readonly view?: { readonly answer?: GivenAnswer } }[];
  readonly always: AlwaysOutcome | null;
};

function merged(
  before: readonly Entry[],
  cards: readonly PageCard[],
  ends: ReadonlyMap<string, Ended | null>,
): readonly Entry[] {
  const byKey = new Map(cards.map((card) => [card.key, card]));
  const kept = before.map((entry): Entry => {
    if (entry.ended !== null) return entry;
    const card = byKey.get(entry.card.key);
    if (card !== undefined) return { ...entry, card };
    const ended = ends.get(entry.uid);
    return ended === undefined || ended === null ? entry : { ...entry, ended };
  });
  const open = new Set(kept.filter(({ ended }) => ended === null).map(({ card }) => card.key));
  const added = cards.filter(({ key }) => !open.has(key));
  if (added.length > 0) disarm();
  const shownAt = performance.now();
  return [
    ...kept,
    ...added.map((card): Entry => {
      return { uid: `${card.key} ${card.asks[0]?.id}`, card, shownAt, state: 'open', ended: null, problem: null };
    }),
  ];
}

/** Null: that can't be determined now, so the card stays as it is. */
async function endOf({ card }: Entry): Promise<Ended | null> {
  const [first] = card.asks;
  if (first === undefined) return null;
  const reply = await get<{ readonly view: { readonly state: string; readonly answer?: GivenAnswer } }>(
    `/api/asks/${first.id}`,
  );
  if (reply.kind === 'problem') return { answer: null, mine: false, late: false, always: null };
  if (reply.kind !== 'ok' || reply.body.view.state === 'pending') return null;
  return { answer: reply.body.view.answer ?? null, mine: false, late: false, always: null };
}
