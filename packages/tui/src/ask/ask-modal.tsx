import type { SessionServices } from '@caliban/agent/session';
import type { Answer } from '@caliban/gate';
import { askedParts, askingParts, savedText } from '@caliban/gate/inspect';
import { type ReactElement, useLayoutEffect, useMemo, useRef } from 'react';
import { answerOfKey } from '../fields/answer-list.ts';
import { type EditedLine, EMPTY_TEXT, editedText, editLine } from '../fields/edit-line.ts';
import { LinesView } from '../fields/lines-view.tsx';
import { plainKey } from '../fields/plain-key.ts';
import { useLive } from '../fields/use-live.ts';
import type { KeyPress } from '../input/key.ts';
import { useKeys } from '../input/use-keys.ts';
import { type AnswerKey, offerFor, rejection } from './answers.ts';
import { callRows, editRows } from './call-lines.ts';
import { layOutModal, modalWidth } from './modal-lines.ts';
import { withRehearsal } from './rehearsal-lines.ts';
import {
  alwaysAnswer,
  editPrompt,
  entriesOf,
  openPrompt,
  promptedRule,
  promptedRules,
  type RuleEntry,
  type RulePrompt,
} from './rule-prompt.ts';
import { rulePromptLines } from './rule-prompt-lines.ts';
import { shownFile } from './shown-path.ts';
import type { OpenQuestion } from './tui-ask-handler.ts';
import { useArming } from './use-arming.ts';
import { useEditPreview } from './use-edit-preview.ts';
import { useRecentMatches } from './use-recent-matches.ts';

export type AskModalProps = {
  readonly open: OpenQuestion;
  readonly parts: SessionServices;
  readonly columns: number;
  readonly rows: number;
  readonly toast: (text: string) => void;
};

/** Each question is a new modal: nothing of the last one (selection, waiting time, a partial pattern) is carried over. */
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
  /** Null until someone moves the selection: then Enter takes the preselected answer, once no key was pressed for a second. */
  | { readonly kind: 'choosing'; readonly selected: number | null }
  | { readonly kind: 'writing-message'; readonly text: EditedLine }
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
  const mode = parts.mode.current;
  const offer = useMemo(() => offerFor(question, lacking, mode), [question, lacking, mode]);
  const width = modalWidth({ columns, rows });
  const body = useMemo(() => {
    if (diff !== null && !showsInput.current) return editRows(question.call, diff, width);
    return withRehearsal(callRows(question.call, asking, width), question.rehearsal, width);
  }, [question, asking, diff, showsInput.current, width]);

  const { current } = stage;
  const isFieldSeen = useRef(false);
  // In a layout effect, so that it is in place as soon as the frame is drawn: a fast Enter must not come first.
  useLayoutEffect(() => {
    isFieldSeen.current = current.kind === 'writing-rule' || current.kind === 'writing-message';
  });
  const prompt = current.kind === 'writing-rule' ? current.prompt : null;
  const entry = prompt === null ? undefined : entriesOf(prompt)[prompt.at];
  const prompted = prompt === null ? null : promptedRule(prompt, question, entry ?? NO_ENTRY);
  const foldPaths = question.call.context.foldsCase === true;
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
    selected: current.kind === 'choosing' ? selection(current.selected) : null,
    message: current.kind === 'writing-message' ? current.text : null,
    isArmed: arming.isArmed(),
    hasDiff: diff !== null,
    top: top.current,
    columns,
    rows,
  });

  useKeys(
    (press) => {
      const now = stage.current;
      // A key that comes too early is discarded.
      if (!arming.isArmed()) arming.startAgain();
      else if (now.kind === 'choosing') choose(now.selected, press);
      else if (now.kind === 'writing-message') writeMessage(now.text, press);
      else if (now.kind === 'writing-rule') writeRule(now.prompt, press);
      return true;
    },
    { takesAll: current.kind === 'writing-rule' || current.kind === 'writing-message' },
  );

  const lines =
    prompt !== null && prompted !== null
      ? rulePromptLines({
          question,
          prompt,
          prompted,
          kept: promptedRules(prompt, question),
          file: fileOf(prompt),
          recent,
          columns,
          rows,
        })
      : layout.lines;
  return <LinesView lines={lines} columns={columns} rows={rows} />;

  /** The answer that Enter takes. */
  function selection(selected: number | null): number | null {
    if (selected !== null || !arming.mayPreselect()) return selected;
    return offer.answers.findIndex(({ key }) => key === offer.preselected);
  }

  function choose(moved: number | null, press: KeyPress) {
    const key = plainKey(press);
    if (press.kind === 'paste' || key === null) return arming.startAgain();
    const { answers } = offer;
    const selected = selection(moved);
    switch (key) {
      case 'escape':
        return take('r');
      case 'enter':
        return selected === null ? arming.startAgain() : take(answers[selected]?.key);
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
    const meant = answerOfKey(answers, key);
    if (meant === undefined) arming.startAgain();
    else take(meant);
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
      case 'a':
        parts.mode.switchTo('acceptEdits');
        return answer({ kind: 'once', action: 'allow', by: 'operator' });
      case 'm':
        return stage.set({ kind: 'writing-message', text: EMPTY_TEXT });
      case 'y':
        return stage.set({ kind: 'writing-rule', prompt: openPrompt('allow', { question, parts: lacking, asking }) });
      case 'n':
        return stage.set({ kind: 'writing-rule', prompt: openPrompt('deny', { question, parts: lacking, asking }) });
    }
  }

  function writeMessage(text: EditedLine, press: KeyPress) {
    if (!isFieldSeen.current) return;
    const key = plainKey(press);
    if (key === 'escape') return stage.set({ kind: 'choosing', selected: null });
    if (key === 'enter') {
      const message = editedText(text).trim();
      const said = message === '' ? {} : { message: rejection(question, message) };
      return answer({ kind: 'once', action: 'deny', by: 'operator', ...said });
    }
    const edited = editLine(text, press);
    if (edited !== null) stage.set({ kind: 'writing-message', text: edited });
  }

  function writeRule(written: RulePrompt, press: KeyPress) {
    // Keys that arrived together with the `y` were typed before anyone could read the rule.
    if (!isFieldSeen.current) return;
    const key = plainKey(press);
    if (key === 'escape') return stage.set({ kind: 'choosing', selected: null });
    if (key === 'enter') return save(written);
    const edited = editPrompt(written, press);
    if (edited !== null) stage.set({ kind: 'writing-rule', prompt: edited });
  }

  function save(written: RulePrompt) {
    // Computed again: the field may have changed since the last draw.
    const always = alwaysAnswer(written, question);
    if (always === null) return;
    answer(always);
    const kept = [always, ...(always.also ?? [])];
    toast(savedText(kept, { scope: always.scope, file: fileOf(written), question }));
  }

  function fileOf({ form }: RulePrompt): string | null {
    const file = parts.rules.fileOf(form.scope);
    return file === null ? null : shownFile(file, question.call.context);
  }

  function answer(given: Answer) {
    stage.set({ kind: 'answered' });
    open.answer(given);
  }
}

const NO_ENTRY: RuleEntry = { part: undefined, suggestions: [], pattern: EMPTY_TEXT, isTicked: false };
