import { type ReactElement, useLayoutEffect, useMemo, useRef } from 'react';
import type { OpenPlan } from '../ask/tui-ask-handler.ts';
import { useArming } from '../ask/use-arming.ts';
import { answerOfKey } from '../fields/answer-list.ts';
import { type EditedLine, EMPTY_TEXT, editedText, editLine } from '../fields/edit-line.ts';
import { LinesView } from '../fields/lines-view.tsx';
import { plainKey } from '../fields/plain-key.ts';
import { useLive } from '../fields/use-live.ts';
import type { KeyPress } from '../input/key.ts';
import { useKeys } from '../input/use-keys.ts';
import { approved, type PlanKey, planAnswers } from './plan-answers.ts';
import { layOutPlan, planRows } from './plan-lines.ts';

export type PlanPanelProps = { readonly open: OpenPlan; readonly columns: number; readonly rows: number };

type Stage =
  | { readonly kind: 'choosing'; readonly selected: number | null }
  | { readonly kind: 'writing-message'; readonly text: EditedLine };

/** A plan of the agent: approved, or sent back with a message. */
export function PlanPanel({ open, columns, rows }: PlanPanelProps): ReactElement {
  const { plan } = open;
  const arming = useArming();
  const stage = useLive<Stage>(() => ({ kind: 'choosing', selected: null }));
  const top = useLive(() => 0);
  const answers = useMemo(() => planAnswers(plan), [plan]);
  const body = useMemo(() => planRows(plan, { columns, rows }), [plan, columns, rows]);
  const { current } = stage;
  const isFieldSeen = useRef(false);
  useLayoutEffect(() => {
    isFieldSeen.current = current.kind === 'writing-message';
  });
  const layout = layOutPlan({
    body,
    answers,
    selected: current.kind === 'choosing' ? selection(current.selected) : null,
    message: current.kind === 'writing-message' ? current.text : null,
    isArmed: arming.isArmed(),
    top: top.current,
    columns,
    rows,
  });

  useKeys(
    (press) => {
      const now = stage.current;
      if (!arming.isArmed()) arming.startAgain();
      else if (now.kind === 'choosing') choose(now.selected, press);
      else writeMessage(now.text, press);
      return true;
    },
    // The mode is part of the answer, so no other key may change it here.
    { takesAll: true },
  );
  return <LinesView lines={layout.lines} columns={columns} rows={rows} />;

  function selection(selected: number | null): number | null {
    return selected === null && arming.mayPreselect() ? 0 : selected;
  }

  function choose(moved: number | null, press: KeyPress) {
    const key = plainKey(press);
    if (press.kind === 'paste' || key === null) return arming.startAgain();
    const selected = selection(moved);
    switch (key) {
      case 'escape':
        return open.answer({ kind: 'sent-back', message: '' });
      case 'enter':
        return selected === null ? arming.startAgain() : take(answers[selected]?.key);
      case 'up':
        return press.shift ? scroll(-1) : select(selected === null ? answers.length - 1 : selected - 1);
      case 'down':
        return press.shift ? scroll(1) : select(selected === null ? 0 : selected + 1);
      case 'pageup':
        return scroll(-Math.max(1, layout.height - 1));
      case 'pagedown':
        return scroll(Math.max(1, layout.height - 1));
      case 'home':
        return scroll(Number.NEGATIVE_INFINITY);
      case 'end':
        return scroll(Number.POSITIVE_INFINITY);
    }
    const meant = answerOfKey(answers, key);
    if (meant === undefined) arming.startAgain();
    else take(meant);
  }

  function select(at: number) {
    stage.set({ kind: 'choosing', selected: (at + answers.length) % answers.length });
  }

  function scroll(by: number) {
    const last = Math.max(0, body.length - layout.height);
    top.set(Math.max(0, Math.min(last, layout.top + by)));
  }

  function take(key: PlanKey | undefined) {
    if (key === undefined) return;
    if (key === 'm') stage.set({ kind: 'writing-message', text: EMPTY_TEXT });
    else open.answer(approved(key, plan));
  }

  function writeMessage(text: EditedLine, press: KeyPress) {
    if (!isFieldSeen.current) return;
    const key = plainKey(press);
    if (key === 'escape') return stage.set({ kind: 'choosing', selected: null });
    if (key === 'enter') return open.answer({ kind: 'sent-back', message: editedText(text).trim() });
    const edited = editLine(text, press);
    if (edited !== null) stage.set({ kind: 'writing-message', text: edited });
  }
}
