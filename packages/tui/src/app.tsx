import { Box } from 'ink';
import { type ReactElement, useSyncExternalStore } from 'react';
import { AskModal } from './ask/ask-modal.tsx';
import type { TuiAskHandler } from './ask/tui-ask-handler.ts';
import { PermissionsOverlay } from './permissions/permissions-overlay.tsx';
import { PlanPanel } from './plan/plan-panel.tsx';
import { SessionPicker } from './resume/session-picker.tsx';
import { type Line, line } from './screen/line.ts';
import { LineView } from './screen/line-view.tsx';
import { safeLine } from './screen/safe-text.ts';
import { useCursor } from './screen/use-cursor.ts';
import type { ScreenSize } from './screen/use-size.ts';
import { cut, wrap } from './screen/wrap.ts';
import type { Overlay } from './session/overlays.ts';
import { layOutPromptArea } from './session/prompt-area.ts';
import type { Session } from './session/session.ts';
import { statusLine } from './session/status-line.ts';
import { useTicks } from './session/use-ticks.ts';
import { visibleRows } from './session/viewport.ts';

export type AppProps = {
  readonly session: Session;
  readonly askHandler: TuiAskHandler;
  readonly size: ScreenSize;
};

/** The whole screen: a question on top of the overlay, the overlay on top of the session, and the status line at the bottom. */
export function App({ session, askHandler, size: { columns, rows } }: AppProps): ReactElement {
  useSyncExternalStore(session.watchers.subscribe, session.watchers.version);
  const question = useSyncExternalStore(askHandler.subscribe, () => askHandler.open);
  const plan = useSyncExternalStore(askHandler.subscribe, () => askHandler.openPlan);
  const isWaiting = question !== null || plan !== null;

  // A question may be open for hours: no row changes with time until it is answered.
  const now = isWaiting ? null : session.clock();
  useTicks(session.runner.isRunning && !isWaiting, session.watchers.tellNow);

  const height = Math.max(3, rows);
  const bottom = bottomRows(session, { columns, rows, now });
  const room = height - bottom.length;
  const toast = (text: string) => session.toasts.show(text);

  return (
    <Box flexDirection="column" width={columns} height={height} overflow="hidden">
      {session.overlays.current !== null && (
        // Stays mounted under a question, so that half-written text isn't lost.
        <Box flexDirection="column" flexGrow={1} display={isWaiting ? 'none' : 'flex'}>
          <OverlayView
            overlay={session.overlays.current}
            session={session}
            toast={toast}
            columns={columns}
            rows={room}
          />
        </Box>
      )}
      {isWaiting ? (
        <>
          <SessionBehind session={session} columns={columns} rows={room} now={now} />
          <Box flexDirection="column" flexShrink={0}>
            {/* Stays mounted under a question, so that a half-written message isn't lost. */}
            {plan !== null && (
              <Box flexDirection="column" display={question === null ? 'flex' : 'none'}>
                <PlanPanel open={plan} columns={columns} rows={room} />
              </Box>
            )}
            {question !== null && (
              <AskModal open={question} parts={session.parts} toast={toast} columns={columns} rows={room} />
            )}
          </Box>
        </>
      ) : (
        session.overlays.current === null && <SessionView session={session} columns={columns} rows={room} now={now} />
      )}
      <Box flexDirection="column" flexShrink={0}>
        <Lines lines={bottom} />
      </Box>
    </Box>
  );
}

type OverlayProps = ScreenSize & {
  readonly overlay: Overlay;
  readonly session: Session;
  readonly toast: (text: string) => void;
};

function OverlayView({ overlay, session, toast, columns, rows }: OverlayProps): ReactElement {
  const { parts, overlays } = session;
  switch (overlay.kind) {
    case 'permissions':
      return (
        <PermissionsOverlay
          parts={parts}
          onClose={overlays.close}
          toast={toast}
          tab={overlay.tab}
          search={overlay.search}
          columns={columns}
          rows={rows}
        />
      );
    case 'sessions':
      return (
        <SessionPicker
          sessions={overlay.sessions}
          onPick={overlay.pick}
          onClose={() => overlay.pick(null)}
          columns={columns}
          rows={rows}
        />
      );
  }
}

type AreaProps = ScreenSize & { readonly session: Session; readonly now: number | null };

function SessionView({ session, columns, rows, now }: AreaProps): ReactElement {
  const area = layOutPromptArea(session, { columns, rows });
  const shown = area.rows.slice(-rows);
  const transcript = transcriptRows(session, { columns, rows: rows - shown.length, now });
  session.prompt.columns = columns - 2;
  useCursor({ column: area.cursor.column, row: rows - area.rows.length + area.cursor.row });
  return (
    <Box flexDirection="column" height={rows} flexShrink={0} justifyContent="flex-end">
      <Lines lines={transcript} />
      <Lines lines={shown} />
    </Box>
  );
}

/** As much of the transcript as a question leaves room for, its end at the bottom. */
function SessionBehind({ session, ...area }: AreaProps): ReactElement {
  return (
    <Box flexDirection="column" flexGrow={1} flexShrink={1} overflow="hidden" justifyContent="flex-end">
      <Box flexDirection="column" flexShrink={0}>
        <Lines lines={transcriptRows(session, area)} />
      </Box>
    </Box>
  );
}

type Area = Omit<AreaProps, 'session'>;

function transcriptRows({ scroll, transcript }: Session, { columns, rows, now }: Area): readonly Line[] {
  const view = { entries: transcript.entries, columns, rows: Math.max(0, rows), detail: scroll.detail, now };
  scroll.view = view;
  return visibleRows(view, scroll.anchor);
}

function Lines({ lines }: { readonly lines: readonly Line[] }): ReactElement {
  return (
    <>
      {lines.map((each, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row of the screen is its place
        <LineView key={index} line={each} />
      ))}
    </>
  );
}

function bottomRows(session: Session, { columns, rows, now }: Area): readonly Line[] {
  const { parts, usage, runner, toasts } = session;
  const toast = toasts.current;
  const status = statusLine(
    {
      mode: parts.mode.current,
      latched: parts.mode.latched,
      isDisabled: parts.mode.isDisabled,
      model: parts.conversation.model(),
      workspace: parts.about.workspace,
      usage,
      runningMs: runner.since === null || now === null ? null : now - runner.since,
    },
    columns,
  );
  if (toast === null) return [status];
  const tone = TOAST_TONES[toast.weight];
  // The message about a refusal or failed write names a file, and a path can be long.
  const all = wrap(safeLine(toast.text), columns);
  const most = rows < LOW_SCREEN ? 1 : MAX_TOAST_ROWS;
  const shown = all.length <= most ? all : [...all.slice(0, most - 1), cut(all.slice(most - 1).join(' '), columns)];
  return [...shown.map((text) => line(text, tone)), status];
}

const TOAST_TONES = { info: 'strong', warning: 'warning', danger: 'danger' } as const;

const LOW_SCREEN = 12;
const MAX_TOAST_ROWS = 4;
