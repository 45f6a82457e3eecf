import type { Answer } from '@caliban/gate';
import { type ReactElement, useLayoutEffect, useMemo, useRef } from 'react';
import { LinesView } from '../fields/lines-view.tsx';
import { plainKey } from '../fields/plain-key.ts';
import { useLive } from '../fields/use-live.ts';
import type { KeyPress } from '../input/key.ts';
import { useKeys } from '../input/use-keys.ts';
import type { TuiParts } from '../ports.ts';
import { type AnswerKey, offerFor } from './answers.ts';
import { askedParts, askingParts } from './asked-parts.ts';
import { callRows, diffRows } from './call-lines.ts';
import { layOutModal } from './modal-lines.ts';
import { editPrompt, openPrompt, promptedRule, type RulePrompt, testedCall } from './rule-prompt.ts';
import { rulePromptLines } from './rule-prompt-lines.ts';
import type { OpenQuestion } from './tui-ask-handler.ts';
import { savedText } from './unheard.ts';
import { useArming } from './use-arming.ts';
import { useEditPreview } from './use-edit-preview.ts';
import { useRecentMatches } from './use-recent-matches.ts';

export type AskModalProps = {
  readonly open: OpenQuestion;
  readonly parts: TuiParts;
  readonly columns: number;
  readonly rows: number;
  readonly toast: (text: string) => void;
};

/** Each question is a new modal: nothing of the last one (selection, waiting time, half a pattern) is carried over. */
export function AskModal(props: AskModalProps): ReactElement {
  return <OneQuestion key={numberOf(props.open)} {...props} />;
}

const numbers = new WeakMap<OpenQuestion, number>();
let asked = 0;

function numberOf(open: OpenQuestion): number {
  const known = numbers.get(open);
  if (known !== undefined) return known;
  asked += 1;
  numbers.set(open, asked);
  return asked;
}

type Stage =
  /** Nothing is selected until an arrow is pressed: a stray Enter must neither approve nor refuse in the operator's name. */
  | { readonly kind: 'choosing'; readonly selected: number | null }
  | { readonly kind: 'writing-rule'; readonly prompt: RulePrompt }
  | { readonly kind: 'answered' };

function OneQuestion({ open, parts, columns, rows, toast }: AskModalProps): ReactElement {
  const { question } = open;
  const arming = useArming();
  const stage = useLive<Stage>(() => ({ kind: 'choosing', selected: null }));
  const top = useLive<number | null>(() => null);
  const showsInput = useLive(() => false);
  const diff = useEditPreview(question.call, parts.edits);
  const asking = useMemo(() => askingParts(question, parts.rules.runtime.book), [question, parts]);
  const lacking = useMemo(() => askedParts(question, asking), [question, asking]);
  const offer = useMemo(() => offerFor(question, lacking), [question, lacking]);
  const body = useMemo(() => {
    if (diff !== null && !showsInput.current) return diffRows(question.call, diff, columns);
    return callRows(question.call, asking[0], columns);
  }, [question, asking, diff, showsInput.current, columns]);

  const { current } = stage;
  const isRuleSeen = useRef(false);
  // Together with what is drawn: a quick hand on Enter must not be quicker than we are.
  useLayoutEffect(() => {
    isRuleSeen.current = current.kind === 'writing-rule';
  });
  const prompted = current.kind === 'writing-rule' ? promptedRule(current.prompt, question) : null;
  const foldPaths = question.call.surroundings.foldsCase === true;
  const recent = useRecentMatches(
    parts.log,
    prompted === null || prompted.kind === 'unsound' ? null : prompted.rule,
    foldPaths,
  );
  const layout = layOutModal({
    question,
    asking,
    body,
    offer,
    selected: current.kind === 'choosing' ? current.selected : null,
    isArmed: arming.isArmed(),
    hasDiff: diff !== null,
    top: top.current,
    columns,
    rows,
  });

  useKeys(
    (press) => {
      const now = stage.current;
      // What is pressed too early is gone, not kept for later.
      if (!arming.isArmed()) arming.startAgain();
      else if (now.kind === 'choosing') choose(now.selected, press);
      else if (now.kind === 'writing-rule') writeRule(now.prompt, press);
      return true;
    },
    { takesAll: current.kind === 'writing-rule' },
  );

  const lines =
    current.kind === 'writing-rule' && prompted !== null
      ? rulePromptLines({ question, prompt: current.prompt, prompted, recent, columns, rows })
      : layout.lines;
  return <LinesView lines={lines} columns={columns} rows={rows} />;

  function choose(selected: number | null, press: KeyPress) {
    const key = plainKey(press);
    if (press.kind === 'paste' || key === null) return;
    const { answers } = offer;
    switch (key) {
      case 'escape':
        return take('r');
      case 'enter':
        return selected === null ? undefined : take(answers[selected]?.key);
      case 'up':
      case 'left':
        return press.shift ? scroll(-1) : select(selected === null ? answers.length - 1 : selected - 1);
      case 'down':
      case 'right':
        return press.shift ? scroll(1) : select(selected === null ? 0 : selected + 1);
      case 'pageup':
        return scroll(-Math.max(1, layout.height - 1));
      case 'pagedown':
        return scroll(Math.max(1, layout.height - 1));
      case 'home':
        return scroll(Number.NEGATIVE_INFINITY);
      case 'end':
        return scroll(Number.POSITIVE_INFINITY);
      case 'd':
        if (diff === null) return;
        showsInput.set(!showsInput.current);
        return top.set(null);
    }
    take(answers.find((answer) => answer.key === key.toLowerCase())?.key);
  }

  function select(at: number) {
    const { length } = offer.answers;
    stage.set({ kind: 'choosing', selected: (at + length) % length });
  }

  function scroll(by: number) {
    const last = Math.max(0, body.rows.length - layout.height);
    top.set(Math.max(0, Math.min(last, (top.current ?? layout.top) + by)));
  }

  function take(key: AnswerKey | undefined) {
    switch (key) {
      case 'o':
        return answer({ kind: 'once', action: 'allow', by: 'operator' });
      case 'r':
        return answer({ kind: 'once', action: 'deny', by: 'operator' });
      case 'y':
        return stage.set({ kind: 'writing-rule', prompt: openPrompt('allow', lacking, asking) });
      case 'n':
        return stage.set({ kind: 'writing-rule', prompt: openPrompt('deny', lacking, asking) });
    }
  }

  function writeRule(prompt: RulePrompt, press: KeyPress) {
    // Keys that came along with the `y` were typed before anybody could read the rule.
    if (!isRuleSeen.current) return;
    const key = plainKey(press);
    if (key === 'escape') return stage.set({ kind: 'choosing', selected: null });
    if (key === 'enter') return save(prompt);
    const edited = editPrompt(prompt, press);
    if (edited !== null) stage.set({ kind: 'writing-rule', prompt: edited });
  }

  function save(prompt: RulePrompt) {
    // Judged again: the field may have changed since the last draw.
    const result = promptedRule(prompt, question);
    if (result.kind !== 'matches') return;
    const { rule } = result;
    const { scope } = prompt.form;
    const testOf = testedCall(prompt, question);
    answer({ kind: 'always', rule, scope, by: 'operator', ...(testOf === null ? {} : { testOf }) });
    toast(savedText(rule, scope, question));
  }

  function answer(given: Answer) {
    stage.set({ kind: 'answered' });
    open.answer(given);
  }
}
