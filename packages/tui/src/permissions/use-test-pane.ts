import type { RuleEditor } from '@caliban/agent/session';
import { errorText, spelledOut } from '@caliban/calls/text';
import type { Explanation } from '@caliban/gate';
import { useMemo } from 'react';
import { type EditedLine, EMPTY_TEXT, editedLine, editedText, editLine } from '../fields/edit-line.ts';
import { plainKey } from '../fields/plain-key.ts';
import { clampTop, listStep } from '../fields/scroll.ts';
import { textLines } from '../fields/section-lines.ts';
import { textFieldLine } from '../fields/text-field.ts';
import { useLive } from '../fields/use-live.ts';
import type { KeyPress } from '../input/key.ts';
import type { Line } from '../screen/line.ts';
import type { Pane, PaneSize } from './pane.ts';
import { walkRows } from './walk-rows.ts';

type Field = 'tool' | 'input';

type Walked =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'walking' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'walked'; readonly walk: Explanation };

const LABEL = 7;
const MAX_LIVE = 2000;

/** Type a call and see how it passes through the rules. Nothing is run or logged. */
export function useTestPane(ruleEditor: RuleEditor, { columns, rows }: PaneSize): Pane {
  const focus = useLive<Field | null>(() => 'input');
  const tool = useLive<EditedLine>(() => editedLine('Bash'));
  const input = useLive<EditedLine>(() => EMPTY_TEXT);
  const walked = useLive<Walked>(() => ({ kind: 'nothing' }));
  const top = useLive(() => 0);
  const { current } = walked;
  const isWhole = useLive(() => false);
  const look = { columns, isWhole: isWhole.current };
  const walk = useMemo(
    () => (current.kind === 'walked' ? walkRows(current.walk, { columns: look.columns, isWhole: look.isWhole }) : null),
    [current, look.columns, look.isWhole],
  );
  const height = Math.max(1, rows - 3);

  return {
    onKey,
    title: 'What would happen to this call? Nothing is run.',
    holdsKeys: focus.current !== null,
    lines: [fieldLine('tool', tool.current), fieldLine('input', input.current), [], ...resultLines()],
    keys:
      focus.current === null
        ? '↑↓ PgUp/PgDn scroll · Enter type a call · ctrl+o rules that do not match'
        : '↑↓ other field · PgUp/PgDn scroll · ctrl+o rules that do not match · Tab next tab · Esc leave the field',
  };

  function fieldLine(field: Field, text: EditedLine): Line {
    const hasFocus = focus.current === field;
    const hint = field === 'input' ? 'the first argument, or the whole input as JSON' : '';
    return [
      { text: `${hasFocus ? '❯' : ' '}${field.padEnd(LABEL - 1)}`, tone: hasFocus ? 'accent' : 'dim' },
      ...textFieldLine({ text, columns: columns - LABEL, hasFocus, hint }),
    ];
  }

  function resultLines(): readonly Line[] {
    switch (current.kind) {
      case 'nothing':
        return [];
      case 'walking':
        return textLines('walking …', { columns, tone: 'dim' });
      case 'failed':
        return textLines(spelledOut(current.message), { columns, tone: 'bad', most: height });
      case 'walked': {
        if (walk === null) return [];
        const from = clampTop(top.current, { total: walk.total, height });
        const shown = Math.min(height, walk.total - from);
        return Array.from({ length: shown }, (_, index) => walk.rowAt(from + index));
      }
    }
  }

  function onKey(press: KeyPress): boolean {
    const field = focus.current;
    const key = plainKey(press);
    if (press.kind === 'key' && press.ctrl && press.key === 'o') {
      isWhole.set(!isWhole.current);
      top.set(0);
      return true;
    }
    if (key === 'tab' || (press.kind === 'key' && press.shift && press.key === 'tab')) return false;
    if (key === 'pageup' || key === 'pagedown') return scroll(press);
    if (key === 'enter') {
      if (field === null) focus.set('input');
      else run();
      return true;
    }
    if (field === null) return scroll(press);
    if (key === 'escape') focus.set(null);
    else if (key === 'up' || key === 'down') focus.set(field === 'tool' ? 'input' : 'tool');
    else {
      const text = field === 'tool' ? tool : input;
      const edited = editLine(text.current, press);
      if (edited !== null) {
        text.set(edited);
        runWhileTyped();
      }
    }
    return true;
  }

  /** The typed call is judged with every key, unless it is incomplete JSON or long. */
  function runWhileTyped(): void {
    const text = editedText(input.current);
    if (text.trim() === '') walked.set({ kind: 'nothing' });
    else if (!text.trimStart().startsWith('{') && text.length <= MAX_LIVE) run();
  }

  function scroll(press: KeyPress): boolean {
    if (listStep(press, height) === null) return false;
    const total = walk?.total ?? 0;
    top.set(clampTop(clampTop(top.current, { total, height }) + (listStep(press, height) ?? 0), { total, height }));
    return true;
  }

  function run(): void {
    const mine: Walked = { kind: 'walking' };
    walked.set(mine);
    top.set(0);
    // Only the most recent request is shown.
    const show = (result: Walked) => {
      if (walked.current === mine) walked.set(result);
    };
    ruleEditor.explain(editedText(tool.current).trim(), editedText(input.current)).then(
      (result) =>
        show(result.ok ? { kind: 'walked', walk: result.value.walk } : { kind: 'failed', message: result.error }),
      (error: unknown) => show({ kind: 'failed', message: errorText(error) }),
    );
  }
}
