import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { ARMING_MS } from '../arming.ts';
import { plural } from '../format.ts';
import { plainKey } from '../keys.ts';
import { Card, type CardHandle } from './card.tsx';
import type { InboxState } from './use-inbox.ts';

const CLEARED_AFTER_MS = 6_000;

export function InboxView({ inbox, wanted }: { readonly inbox: InboxState; readonly wanted: string }): JSX.Element {
  const { entries, more, isLoaded, ahead, stream, answer, clear } = inbox;
  const handles = useRef(new Map<string, CardHandle>());
  const [selected, setSelected] = useState<string | null>(null);
  const list = useRef<HTMLOListElement>(null);
  const open = entries.filter(({ ended }) => ended === null);
  const ended = entries.length - open.length;
  const state = useRef({ entries, selected });
  state.current = { entries, selected };

  // A link to a question, as in notifications.
  const linked = wanted === '' ? undefined : entries.find(({ card }) => card.asks.some(({ id }) => id === wanted))?.uid;
  useEffect(() => {
    if (linked !== undefined) select(linked);
  }, [linked]);
  const first = open[0]?.uid;
  useEffect(() => {
    if (selected === null && first !== undefined && wanted === '') setSelected(first);
  }, [first, selected, wanted]);

  useEffect(() => {
    let lastPress = Number.NEGATIVE_INFINITY;
    const onKey = (event: KeyboardEvent) => {
      const key = plainKey(event);
      // Letters of typed words aren't answers.
      const isQuiet = event.timeStamp - lastPress >= ARMING_MS;
      lastPress = event.timeStamp;
      if (key === null) return;
      if (key === 'j' || key === 'ArrowDown') step(1, event);
      else if (key === 'k' || key === 'ArrowUp') step(-1, event);
      else if (key === 'c') clear();
      else {
        const { selected } = state.current;
        if (selected !== null && handles.current.get(selected)?.press(key, isQuiet) === true) event.preventDefault();
      }
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [clear]);

  // Nothing moves while someone may be about to click; an empty list has nothing to click on.
  useEffect(() => {
    if (open.length > 0 || ended === 0) return;
    const timer = setInterval(() => {
      if (list.current?.matches(':hover, :focus-within') !== true) clear();
    }, CLEARED_AFTER_MS);
    return () => clearInterval(timer);
  }, [open.length, ended, clear]);
  useEffect(() => clear, [clear]);

  return (
    <>
      <div class="view-head">
        <h1>Inbox</h1>
        <p class="faint" role="status">
          {!isLoaded
            ? 'Loading…'
            : open.length === 0
              ? 'Nothing waits for you.'
              : `${plural(open.length + more, 'question')} open`}
        </p>
        <button type="button" class="quiet" onClick={clear} disabled={ended === 0}>
          Clear answered <kbd>c</kbd>
        </button>
      </div>
      {isLoaded && entries.length === 0 && <Nothing />}
      <ol class="cards" ref={list}>
        {entries.map((entry) => (
          <Card
            key={entry.uid}
            entry={entry}
            ahead={ahead}
            isSelected={selected === entry.uid}
            isConnected={stream === 'live'}
            answer={(given) => answer(entry.uid, given)}
            select={() => setSelected(entry.uid)}
            handle={(handle) => {
              if (handle === null) handles.current.delete(entry.uid);
              else handles.current.set(entry.uid, handle);
            }}
          />
        ))}
      </ol>
      {more > 0 && <p class="faint more">{plural(more, 'more question')} below these; they come up as you answer.</p>}
    </>
  );

  function select(uid: string): void {
    setSelected(uid);
    handles.current.get(uid)?.focus();
  }

  function step(by: 1 | -1, event: KeyboardEvent): void {
    const { entries, selected } = state.current;
    const at = entries.findIndex(({ uid }) => uid === selected);
    const next = entries[at === -1 ? 0 : at + by];
    if (next === undefined) return;
    event.preventDefault();
    select(next.uid);
  }
}

function Nothing() {
  return (
    <div class="empty">
      <svg width="56" height="56" viewBox="0 0 56 56" aria-hidden="true" class="empty-mark">
        <circle cx="28" cy="28" r="26" fill="none" stroke="currentColor" stroke-width="2" />
        <path
          d="M17 29l8 8 15-17"
          fill="none"
          stroke="currentColor"
          stroke-width="3"
          stroke-linecap="round"
          stroke-linejoin="round"
        />
      </svg>
      <h2>No open questions</h2>
      <p class="faint">When an agent needs a yes, its question comes up here.</p>
    </div>
  );
}
