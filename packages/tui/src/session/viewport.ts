import type { Line } from '../screen/line.ts';
import type { Entry } from './entry.ts';
import { gapBefore, layOutEntry } from './lay-out-entry.ts';

/** The row at the bottom of the view: its entry, and its row in that. */
export type Anchor = { readonly entry: number; readonly row: number };

/** How much of the tool output is unfolded. */
export type Detail = 'collapsed' | 'last' | 'all';

export type View = {
  readonly entries: readonly Entry[];
  readonly columns: number;
  readonly rows: number;
  readonly detail: Detail;
  /** Null while nothing on the screen may change with time. */
  readonly now: number | null;
};

/** The rows on the screen. Only visible rows are laid out, however long the transcript is. */
export function visibleRows(view: View, anchor: Anchor | null): readonly Line[] {
  const rows: Line[] = [];
  for (const { line } of upwards(view, anchor)) {
    if (rows.length >= view.rows) break;
    rows.push(line);
  }
  return rows.reverse();
}

/** One page up; the first page stays whole. */
export function pageUp(view: View, anchor: Anchor | null): Anchor | null {
  const page = Math.max(1, view.rows - 1);
  let found: Anchor | null = null;
  let passed = 0;
  const above: Anchor[] = [];
  for (const { at } of upwards(view, anchor)) {
    if (passed === page) found = at;
    if (passed >= page) above.push(at);
    if (above.length >= view.rows) return found;
    passed += 1;
  }
  return firstPage(view);
}

function firstPage(view: View): Anchor | null {
  let left = view.rows - 1;
  for (let entry = 0; entry < view.entries.length; entry += 1) {
    const count = rowsOf(view, entry).length;
    if (left < count) return normal(view, { entry, row: left });
    left -= count;
  }
  return null;
}

/** One page down; null at the end, where the view follows new rows. */
export function pageDown(view: View, anchor: Anchor | null): Anchor | null {
  if (anchor === null) return null;
  let left = Math.max(1, view.rows - 1) + Math.min(anchor.row, rowsOf(view, anchor.entry).length - 1);
  for (let entry = anchor.entry; entry < view.entries.length; entry += 1) {
    const count = rowsOf(view, entry).length;
    if (left < count) return normal(view, { entry, row: left });
    left -= count;
  }
  return null;
}

function normal(view: View, anchor: Anchor): Anchor | null {
  const isLast = anchor.entry === view.entries.length - 1 && anchor.row >= rowsOf(view, anchor.entry).length - 1;
  return isLast ? null : anchor;
}

function* upwards(view: View, anchor: Anchor | null): Generator<{ readonly line: Line; readonly at: Anchor }> {
  const from = anchor === null ? view.entries.length - 1 : Math.min(anchor.entry, view.entries.length - 1);
  for (let entry = from; entry >= 0; entry -= 1) {
    const rows = rowsOf(view, entry);
    const last = anchor !== null && entry === anchor.entry ? Math.min(anchor.row, rows.length - 1) : rows.length - 1;
    for (let row = last; row >= 0; row -= 1) yield { line: rows[row] as Line, at: { entry, row } };
  }
}

function rowsOf(view: View, index: number): readonly Line[] {
  const entry = view.entries[index] as Entry;
  const { columns } = view;
  const expanded = view.detail === 'all' || (view.detail === 'last' && index === lastFolding(view.entries));
  const before = view.entries[index - 1];
  const isRunning = entry.kind === 'tool' && entry.state.kind === 'running';
  const known = laidOut.get(entry);
  if (known !== undefined && !isRunning && known.columns === columns && known.expanded === expanded) {
    return [...gapBefore(entry, before), ...known.rows];
  }
  const rows = layOutEntry(entry, { columns, expanded, now: view.now });
  laidOut.set(entry, { columns, expanded, rows });
  return [...gapBefore(entry, before), ...rows];
}

/** Entries are replaced when they change, so a cached layout stays valid. */
const laidOut = new WeakMap<
  Entry,
  { readonly columns: number; readonly expanded: boolean; readonly rows: readonly Line[] }
>();

function lastFolding(entries: readonly Entry[]): number {
  return entries.findLastIndex(({ kind }) => kind === 'tool' || kind === 'thinking');
}
