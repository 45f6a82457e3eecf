import { lineText } from '../screen/line.ts';
import type { Session } from './session.ts';
import { visibleRows } from './viewport.ts';

/** Left on the shell's own screen: the end of the conversation. */
export function farewell({ transcript, clock }: Session, columns: number): string {
  const view = { entries: transcript.entries, columns, rows: MAX_ROWS, detail: 'collapsed', now: clock() } as const;
  const rows = visibleRows(view, null).map(lineText);
  return rows.length === 0 ? '' : `${rows.join('\n')}\n`;
}

const MAX_ROWS = 200;
