import type { SessionServices } from '@caliban/agent/session';
import type { ReactElement } from 'react';
import { footed } from '../fields/footed.ts';
import { FRAME_COLUMNS, FRAME_ROWS, framed, hasRoomForFrame } from '../fields/frame-lines.ts';
import { keyLines } from '../fields/key-lines.ts';
import { LinesView } from '../fields/lines-view.tsx';
import { plainKey } from '../fields/plain-key.ts';
import { useLive } from '../fields/use-live.ts';
import type { KeyPress } from '../input/key.ts';
import { useKeys } from '../input/use-keys.ts';
import type { Line } from '../screen/line.ts';
import { useAuditPane } from './use-audit-pane.ts';
import { useTestPane } from './use-test-pane.ts';
import { useViewPane } from './use-view-pane.ts';

export type PermissionsTab = 'view' | 'test' | 'audit';

export type PermissionsOverlayProps = {
  readonly parts: SessionServices;
  readonly onClose: () => void;
  readonly toast: (text: string) => void;
  readonly columns: number;
  readonly rows: number;
  readonly tab?: PermissionsTab;
  /** The initial search text of the audit tab. */
  readonly search?: string;
};

const TABS: readonly { readonly tab: PermissionsTab; readonly title: string }[] = [
  { tab: 'view', title: '1 Rules' },
  { tab: 'test', title: '2 Test' },
  { tab: 'audit', title: '3 Audit' },
];

/** The rules, a tab to try them, and their decisions. A single key layer for all of it: the tabs open none. */
export function PermissionsOverlay(props: PermissionsOverlayProps): ReactElement {
  const { parts, onClose, toast, columns, rows, tab: first = 'view', search = '' } = props;
  const tab = useLive<PermissionsTab>(() => first);
  const isFramed = hasRoomForFrame({ columns, rows });
  const size = isFramed
    ? { columns: columns - FRAME_COLUMNS, rows: rows - TAB_ROWS - MAX_KEY_ROWS - FRAME_ROWS }
    : { columns, rows: Math.max(1, rows - TAB_ROWS - MAX_KEY_ROWS) };
  const view = useViewPane(parts.rules, toast, size);
  const makeRule = (patterns: readonly string[]) => {
    view.startRule(patterns);
    tab.set('view');
  };
  const audit = useAuditPane(parts.log, { makeRule, toast, workspace: parts.about.workspace, search }, size);
  const panes = { view, test: useTestPane(parts.rules, size), audit };
  const pane = panes[tab.current];

  useKeys(
    (press) => {
      if (!panes[tab.current].onKey(press)) onOwnKey(press);
      return true;
    },
    { takesAll: pane.holdsKeys },
  );

  const keyText = pane.holdsKeys ? pane.keys : `${pane.keys} · Tab next tab · Esc close`;
  const keys = keyLines(keyText, columns, MAX_KEY_ROWS);
  const lines = isFramed
    ? framed(footed(pane.lines, [], size.rows), { title: pane.title, foot: '', tone: 'dim', columns })
    : pane.lines;
  return (
    <LinesView lines={[tabLine(tab.current), ...footed(lines, keys, rows - TAB_ROWS)]} columns={columns} rows={rows} />
  );

  function onOwnKey(press: KeyPress) {
    const at = TABS.findIndex((each) => each.tab === tab.current);
    switch (plainKey(press)) {
      case 'escape':
        return onClose();
      case 'tab': {
        const by = press.kind === 'key' && press.shift ? TABS.length - 1 : 1;
        return tab.set(TABS[(at + by) % TABS.length]?.tab ?? 'view');
      }
      case '1':
        return tab.set('view');
      case '2':
        return tab.set('test');
      case '3':
        return tab.set('audit');
    }
  }
}

const TAB_ROWS = 1;
const MAX_KEY_ROWS = 2;

function tabLine(current: PermissionsTab): Line {
  return [
    { text: ' Permissions  ', tone: 'strong' },
    ...TABS.flatMap(({ tab, title }): Line => {
      const isCurrent = tab === current;
      // Without colours the brackets show it.
      return [{ text: isCurrent ? `[${title}]` : ` ${title} `, tone: isCurrent ? 'tab' : 'dim' }];
    }),
  ];
}
