import { errorText } from '@caliban/gate/internal/text/error-text';
import { plural } from '@caliban/gate/internal/text/plural';
import { useEffect, useMemo, useRef } from 'react';
import { type EditedLine, EMPTY_TEXT, editedText } from '../fields/edit-line.ts';
import { plainKey } from '../fields/plain-key.ts';
import { clampTop, listStep, revealing, stepped } from '../fields/scroll.ts';
import { textLines } from '../fields/section-lines.ts';
import { spelledOut } from '../fields/spelled.ts';
import { textFieldLine } from '../fields/text-field.ts';
import { useLive } from '../fields/use-live.ts';
import type { KeyPress } from '../input/key.ts';
import type { LogDesk, LoggedDecision } from '../ports.ts';
import type { Line } from '../screen/line.ts';
import { decisionLine, entryRows, filterDecisions } from './audit-lines.ts';
import { onFilterKey } from './filter-key.ts';
import type { Pane, PaneSize } from './pane.ts';

const RECENT_DECISIONS = 500;

type Loaded =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'loaded'; readonly decisions: readonly LoggedDecision[] };

type Stage =
  | { readonly kind: 'list' }
  | { readonly kind: 'filtering' }
  | { readonly kind: 'entry'; readonly decision: LoggedDecision; readonly top: number };

/** The last decisions, newest first. */
export function useAuditPane(log: LogDesk, { columns, rows }: PaneSize): Pane {
  const loaded = useLive<Loaded>(() => ({ kind: 'loading' }));
  const stage = useLive<Stage>(() => ({ kind: 'list' }));
  const selected = useLive(() => 0);
  const search = useLive<EditedLine>(() => EMPTY_TEXT);
  const load = useRef(() => {
    // The port may throw before it promises anything.
    Promise.resolve()
      .then(() => log.recent(RECENT_DECISIONS))
      .then(
        (decisions) => loaded.set({ kind: 'loaded', decisions: decisions.toReversed() }),
        (error: unknown) => loaded.set({ kind: 'failed', message: errorText(error) }),
      );
  });
  useEffect(() => load.current(), []);

  const { current: state } = loaded;
  const { current } = stage;
  const all = state.kind === 'loaded' ? state.decisions : NOTHING;
  const text = editedText(search.current);
  const shown = useMemo(() => filterDecisions(all, text), [all, text]);
  const opened = current.kind === 'entry' ? current.decision : null;
  const entry = useMemo(() => (opened === null ? [] : entryRows(opened, columns)), [opened, columns]);
  const height = Math.max(1, rows - 2);

  return {
    onKey,
    holdsKeys: current.kind !== 'list',
    lines: current.kind === 'entry' ? entryLines(current.top) : listLines(),
    keys: keysOf(current),
  };

  function entryLines(top: number): readonly Line[] {
    return entry.slice(clampTop(top, { total: entry.length, height: rows })).slice(0, rows);
  }

  function listLines(): readonly Line[] {
    if (state.kind === 'loading') return textLines('reading the log …', { columns, tone: 'dim' });
    if (state.kind === 'failed') return textLines(spelledOut(state.message), { columns, tone: 'bad', most: 8 });
    const at = placeIn(shown);
    const top = revealing(at, Math.max(0, at - Math.floor(height / 2)), { total: shown.length, height });
    const isFiltering = current.kind === 'filtering';
    const counted = shown.length === all.length ? '' : `${shown.length} of `;
    const head: Line = [{ text: `${counted}the last ${plural(all.length, 'decision')}, newest first`, tone: 'dim' }];
    const field: Line = [
      { text: 'filter: ', tone: 'accent' },
      ...textFieldLine({ text: search.current, columns: columns - 8, hasFocus: isFiltering }),
    ];
    return [
      head,
      ...(isFiltering || text !== '' ? [field] : []),
      ...shown.slice(top, top + height).map((decision, index) => decisionLine(decision, top + index === at)),
    ];
  }

  function placeIn(decisions: readonly LoggedDecision[]): number {
    return Math.max(0, Math.min(selected.current, decisions.length - 1));
  }

  function onKey(press: KeyPress): boolean {
    const now = stage.current;
    switch (now.kind) {
      case 'list':
        return onListKey(press);
      case 'filtering':
        return onFilterKey(press, { search, selected, close: () => stage.set({ kind: 'list' }) });
      case 'entry':
        return onEntryKey(now.decision, now.top, press);
    }
  }

  function onListKey(press: KeyPress): boolean {
    const key = plainKey(press);
    const decisions = filterDecisions(all, editedText(search.current));
    const step = listStep(press, height);
    if (step !== null) {
      selected.set(Math.max(0, stepped(placeIn(decisions), step, decisions.length)));
      return true;
    }
    switch (key) {
      case 'enter': {
        const decision = decisions[placeIn(decisions)];
        if (decision !== undefined) stage.set({ kind: 'entry', decision, top: 0 });
        return true;
      }
      case '/':
        stage.set({ kind: 'filtering' });
        return true;
      case 'r':
        load.current();
        return true;
      case 'escape':
        if (editedText(search.current) === '') return false;
        search.set(EMPTY_TEXT);
        return true;
    }
    return press.kind === 'paste';
  }

  function onEntryKey(decision: LoggedDecision, top: number, press: KeyPress): boolean {
    const key = plainKey(press);
    if (key === 'escape' || key === 'enter') stage.set({ kind: 'list' });
    const step = listStep(press, rows);
    if (step === null) return key === 'escape' || key === 'enter' || press.kind === 'paste';
    stage.set({ kind: 'entry', decision, top: clampTop(top + step, { total: entry.length, height: rows }) });
    return true;
  }
}

const NOTHING: readonly LoggedDecision[] = [];

function keysOf(stage: Stage): string {
  switch (stage.kind) {
    case 'list':
      return '↑↓ PgUp/PgDn move · Enter whole entry · / filter · r reload';
    case 'filtering':
      return 'type to filter · Enter keep · Esc clear';
    case 'entry':
      return '↑↓ PgUp/PgDn scroll · Esc back';
  }
}
