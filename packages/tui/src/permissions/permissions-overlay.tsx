import type { ReactElement } from 'react';
import { LinesView } from '../fields/lines-view.tsx';
import { plainKey } from '../fields/plain-key.ts';
import { textLines } from '../fields/section-lines.ts';
import { useLive } from '../fields/use-live.ts';
import type { KeyPress } from '../input/key.ts';
import { useKeys } from '../input/use-keys.ts';
import type { TuiParts } from '../ports.ts';
import type { Line } from '../screen/line.ts';
import { useAuditPane } from './use-audit-pane.ts';
import { useTestPane } from './use-test-pane.ts';
import { useViewPane } from './use-view-pane.ts';

export type PermissionsTab = 'view' | 'test' | 'audit';

export type PermissionsOverlayProps = {
  readonly parts: TuiParts;
  readonly onClose: () => void;
  readonly toast: (text: string) => void;
  readonly columns: number;
  readonly rows: number;
  readonly tab?: PermissionsTab;
};

const TABS: readonly { readonly tab: PermissionsTab; readonly title: string }[] = [
  { tab: 'view', title: '1 View' },
  { tab: 'test', title: '2 Edit/Test' },
  { tab: 'audit', title: '3 Audit' },
];

/** The rules, a place to try them, and what they decided. One key layer for all of it: a tab opens none of its own. */
export function PermissionsOverlay(props: PermissionsOverlayProps): ReactElement {
  const { parts, onClose, toast, columns, rows, tab: first = 'view' } = props;
  const tab = useLive<PermissionsTab>(() => first);
  // The tabs and up to two rows of keys.
  const size = { columns, rows: Math.max(1, rows - 3) };
  const view = useViewPane(parts.rules, toast, size);
  const panes = { view, test: useTestPane(parts.rules, size), audit: useAuditPane(parts.log, size) };
  const pane = panes[tab.current];

  useKeys(
    (press) => {
      if (!panes[tab.current].onKey(press)) onOwnKey(press);
      return true;
    },
    { takesAll: pane.holdsKeys },
  );

  const shownTab = tab.current === 'view' && view.isEditing ? 'test' : tab.current;
  const keys = textLines(pane.holdsKeys ? pane.keys : `${pane.keys} · Tab/1-3 tabs · Esc close`, {
    columns,
    tone: 'dim',
    most: 2,
  });
  const lines = pane.lines.slice(0, Math.max(1, rows - 1 - keys.length));
  return <LinesView lines={[tabLine(shownTab), ...lines, ...keys]} columns={columns} rows={rows} />;

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

function tabLine(current: PermissionsTab): Line {
  return [
    { text: 'Permissions  ', tone: 'strong' },
    ...TABS.map(({ tab, title }) =>
      tab === current
        ? ({ text: `[${title}] `, tone: 'accent' } as const)
        : ({ text: ` ${title}  `, tone: 'dim' } as const),
    ),
  ];
}
