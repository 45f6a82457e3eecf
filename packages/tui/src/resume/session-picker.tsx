import type { SavedSession } from '@caliban/agent/session';
import { type ReactElement, useMemo } from 'react';
import { type EditedLine, EMPTY_TEXT, editedText, editLine } from '../fields/edit-line.ts';
import { LinesView } from '../fields/lines-view.tsx';
import { plainKey } from '../fields/plain-key.ts';
import { listStep, stepped } from '../fields/scroll.ts';
import { useLive } from '../fields/use-live.ts';
import type { KeyPress } from '../input/key.ts';
import { useKeys } from '../input/use-keys.ts';
import { matchingSessions, pickerLines, sessionsShown } from './picker-lines.ts';

export type SessionPickerProps = {
  readonly sessions: readonly SavedSession[];
  readonly onPick: (id: string) => void;
  readonly onClose: () => void;
  readonly columns: number;
  readonly rows: number;
};

/** Earlier sessions, the latest first; typing filters the list. */
export function SessionPicker({ sessions, onPick, onClose, columns, rows }: SessionPickerProps): ReactElement {
  const search = useLive<EditedLine>(() => EMPTY_TEXT);
  const selected = useLive(() => 0);
  const text = editedText(search.current);
  const shown = useMemo(() => matchingSessions(sessions, text), [sessions, text]);
  const at = Math.max(0, Math.min(selected.current, shown.length - 1));
  useKeys(onKey, { takesAll: true });
  const view = { sessions: shown, total: sessions.length, at, search: search.current, now: new Date() };
  return <LinesView lines={pickerLines(view, { columns, rows })} columns={columns} rows={rows} />;

  function onKey(press: KeyPress): boolean {
    const matching = matchingSessions(sessions, editedText(search.current));
    const place = Math.max(0, Math.min(selected.current, matching.length - 1));
    const key = plainKey(press);
    const step = listStep(press, sessionsShown(rows));
    // Home and End edit the text once there is some.
    if (step !== null && (Number.isFinite(step) || editedText(search.current) === '')) {
      selected.set(Math.max(0, stepped(place, step, matching.length)));
      return true;
    }
    if (key === 'escape') {
      if (editedText(search.current) === '') onClose();
      else search.set(EMPTY_TEXT);
      return true;
    }
    const picked = matching[place];
    if (key === 'enter') {
      if (picked !== undefined) onPick(picked.id);
      return true;
    }
    const edited = editLine(search.current, press);
    if (edited !== null) {
      search.set(edited);
      selected.set(0);
    }
    return true;
  }
}
