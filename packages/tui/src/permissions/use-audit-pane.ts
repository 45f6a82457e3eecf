import type { DecisionHistory, LoggedDecision } from '@caliban/agent/session';
import { errorText, plural, spelledOut } from '@caliban/calls/text';
import { useEffect, useMemo, useRef } from 'react';
import { type EditedLine, EMPTY_TEXT, editedLine, editedText } from '../fields/edit-line.ts';
import { plainKey } from '../fields/plain-key.ts';
import { clampTop, listStep, revealing, stepped } from '../fields/scroll.ts';
import { textLines } from '../fields/section-lines.ts';
import { selectedRow } from '../fields/selected-row.ts';
import { textFieldLine } from '../fields/text-field.ts';
import { useLive } from '../fields/use-live.ts';
import type { KeyPress } from '../input/key.ts';
import type { Line } from '../screen/line.ts';
import { decisionLine, entryRows, filterDecisions } from './audit-lines.ts';
import { onFilterKey } from './filter-key.ts';
import type { Pane, PaneSize } from './pane.ts';
import { RECENT_DECISIONS, type Searched, useLogSearch } from './use-log-search.ts';

type Loaded =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'loaded'; readonly decisions: readonly LoggedDecision[] };

type Stage =
  | { readonly kind: 'list' }
  | { readonly kind: 'filtering' }
  | { readonly kind: 'entry'; readonly decision: LoggedDecision; readonly top: number };

export type AuditPlace = {
  /** Opens the form for a rule with the first of these patterns. */
  readonly makeRule: (patterns: readonly string[]) => void;
  readonly toast: (text: string) => void;
  readonly workspace: string;
  /** The initial search text. */
  readonly search: string;
};

/** The last decisions, newest first; a filter searches the whole log. */
export function useAuditPane(
  log: DecisionHistory,
  { makeRule, toast, workspace, search: first }: AuditPlace,
  { columns, rows }: PaneSize,
): Pane {
  const loaded = useLive<Loaded>(() => ({ kind: 'loading' }));
  const stage = useLive<Stage>(() => ({ kind: 'list' }));
  const selected = useLive(() => 0);
  const search = useLive<EditedLine>(() => editedLine(first));
  const advice = useLive<string | null>(() => null);
  const load = useRef(() => {
    // The port may throw before it returns a promise.
    Promise.resolve()
      .then(() => log.recent(RECENT_DECISIONS))
      .then(
        (decisions) => loaded.set({ kind: 'loaded', decisions: decisions.toReversed() }),
        (error: unknown) => loaded.set({ kind: 'failed', message: errorText(error) }),
      );
  });
  useEffect(() => {
    load.current();
    const leaving = new AbortController();
    // Advice on rules to learn is only a hint: the list works without it.
    Promise.resolve()
      .then(() => log.advice(leaving.signal))
      .then(
        (text) => !leaving.signal.aborted && advice.set(text),
        () => {},
      );
    return () => leaving.abort();
  }, [log, advice]);

  const { current: state } = loaded;
  const { current } = stage;
  const all = state.kind === 'loaded' ? state.decisions : NOTHING;
  const text = editedText(search.current);
  const searched = useLogSearch(log, text);
  const { current: result } = searched;
  const shown = useMemo(() => decisionsFor(all, text, result), [all, text, result]);
  const opened = current.kind === 'entry' ? current.decision : null;
  const entry = useMemo(() => (opened === null ? [] : entryRows(opened, columns)), [opened, columns]);
  const hint =
    advice.current === null ? [] : textLines(spelledOut(advice.current), { columns, tone: 'accent', most: 2 });
  const height = Math.max(1, rows - 1 - hint.length);

  return {
    onKey,
    title: current.kind === 'entry' ? 'One decision' : titleOf(),
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
    const field: Line = [
      { text: 'search: ', tone: 'accent' },
      ...textFieldLine({ text: search.current, columns: columns - 8, hasFocus: isFiltering }),
    ];
    const look = { columns, workspace, now: new Date() };
    const list = shown.slice(top, top + height).map((decision, index) => {
      const drawn = decisionLine(decision, look);
      return top + index === at ? selectedRow(drawn, columns) : drawn;
    });
    return [...hint, ...(isFiltering || text !== '' ? [field] : []), ...list];
  }

  function titleOf(): string {
    if (text.trim() === '') return `the last ${plural(all.length, 'decision')}, newest first`;
    if (result.kind === 'failed') return spelledOut(result.message);
    if (result.kind !== 'found') return `${plural(shown.length, 'decision')} so far, searching the whole log …`;
    const most = shown.length === RECENT_DECISIONS ? 'the last ' : '';
    return `${most}${plural(shown.length, 'decision')} of the whole log`;
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
    const decisions = decisionsFor(all, editedText(search.current), searched.current);
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
      case 'm':
        ruleFor(decisions[placeIn(decisions)]);
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

  function ruleFor(decision: LoggedDecision | undefined): void {
    if (decision === undefined) return;
    const patterns = log.patternsFor(decision);
    if (patterns.length === 0) toast('the log has not kept enough of this call to make a rule of it');
    else makeRule(patterns);
  }

  function onEntryKey(decision: LoggedDecision, top: number, press: KeyPress): boolean {
    const key = plainKey(press);
    if (key === 'escape' || key === 'enter') stage.set({ kind: 'list' });
    if (key === 'm') {
      stage.set({ kind: 'list' });
      ruleFor(decision);
      return true;
    }
    const step = listStep(press, rows);
    if (step === null) return key === 'escape' || key === 'enter' || press.kind === 'paste';
    stage.set({ kind: 'entry', decision, top: clampTop(top + step, { total: entry.length, height: rows }) });
    return true;
  }
}

const NOTHING: readonly LoggedDecision[] = [];

/** The matching recent decisions, until the whole log has been searched. */
function decisionsFor(all: readonly LoggedDecision[], text: string, searched: Searched): readonly LoggedDecision[] {
  if (text.trim() === '') return all;
  return searched.kind === 'found' && searched.text === text ? searched.decisions : filterDecisions(all, text);
}

function keysOf(stage: Stage): string {
  switch (stage.kind) {
    case 'list':
      return '↑↓ choose · Enter whole entry · / search the log · m make a rule of this · r reload';
    case 'filtering':
      return 'type to search · Enter keep · Esc clear';
    case 'entry':
      return '↑↓ PgUp/PgDn scroll · m make a rule of this · Esc back';
  }
}
