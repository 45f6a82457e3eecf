import type { EditPreview, PlanAnswer, PlanReviewer, ProposedPlan, SessionServices } from '@caliban/agent/session';
import { type Answer, type AskHandler, createRuleBook, type Question } from '@caliban/gate';
import { askedParts, askingParts, savedText } from '@caliban/gate/inspect';
import { untilAborted } from '@caliban/gate/signals';
import { type AnswerKey, offeredAnswers, rejection } from '../ask/answers.ts';
import { shownFile } from '../ask/shown-path.ts';
import { reviewPlanInLines } from '../plan/review-plan-in-lines.ts';
import { askForRules } from './ask-for-rules.ts';
import { choose } from './choose.ts';
import type { PlainConsole } from './plain-console.ts';
import { questionLines } from './question-lines.ts';

/** What a question needs of the session; no question is asked before the session runs. */
export type AskedSession = Pick<SessionServices, 'rules' | 'mode'>;

/** Questions as numbered lines. Only text typed after a question was printed answers it. */
export class PlainAskHandler implements AskHandler, PlanReviewer {
  readonly #console: PlainConsole;
  readonly #preview: EditPreview;
  readonly #session: () => AskedSession | null;

  constructor(console: PlainConsole, preview: EditPreview, session: () => AskedSession | null) {
    this.#console = console;
    this.#preview = preview;
    this.#session = session;
  }

  async ask(question: Question, signal: AbortSignal): Promise<Answer> {
    signal.throwIfAborted();
    return untilAborted(this.#answer(question, signal), signal);
  }

  async reviewPlan(plan: ProposedPlan, signal: AbortSignal): Promise<PlanAnswer> {
    signal.throwIfAborted();
    return untilAborted(reviewPlanInLines(this.#console, plan, signal), signal);
  }

  async #answer(question: Question, signal: AbortSignal): Promise<Answer> {
    const session = this.#session();
    const asking = askingParts(question, session?.rules.runtime.book ?? createRuleBook([]));
    const lines = await questionLines(question, asking, this.#preview);
    // Earlier messages are still being written and would appear in the middle of the question.
    await new Promise(setImmediate);
    for (const line of lines) this.#console.print(line);
    const lacking = askedParts(question, asking);
    await this.#console.discardTyped();
    signal.throwIfAborted();
    for (;;) {
      const chosen = await choose(this.#console, {
        title: 'your answer:',
        choices: answersTo(question, session),
        name: ({ label }) => label.replace('…', ''),
        letter: ({ key }) => key,
        signal,
      });
      const answer = await this.#taken(chosen?.key ?? 'r', { question, lacking, session, signal });
      if (answer !== null) return answer;
    }
  }

  /** Null: back to the question. */
  async #taken(key: AnswerKey, { question, lacking, session, signal }: Taking): Promise<Answer | null> {
    switch (key) {
      case 'o':
        return { kind: 'once', action: 'allow', by: 'operator' };
      case 'a':
        session?.mode.switchTo('acceptEdits');
        return { kind: 'once', action: 'allow', by: 'operator' };
      case 'r':
        return REJECTED;
      case 'm': {
        this.#console.ask('what the model reads (return for nothing): ');
        const message = (await this.#console.nextLine(signal))?.trim() ?? '';
        return message === '' ? REJECTED : { ...REJECTED, message: rejection(question, message) };
      }
      case 'y':
      case 'n': {
        const action = key === 'y' ? 'allow' : 'deny';
        const fileOf = session?.rules.fileOf ?? NO_FILE;
        const asked = await askForRules(this.#console, question, { action, lacking, fileOf }, signal);
        switch (asked.kind) {
          case 'rules': {
            const { rules, scope } = asked;
            const [first, ...also] = rules;
            const path = fileOf(scope);
            const file = path === null ? null : shownFile(path, question.call.context);
            this.#console.print(savedText(rules, { scope, file, question }));
            return { kind: 'always', ...first, scope, by: 'operator', ...(also.length === 0 ? {} : { also }) };
          }
          case 'gone':
            return REJECTED;
          case 'back':
            return null;
        }
      }
    }
  }
}

type Taking = {
  readonly question: Question;
  readonly lacking: ReturnType<typeof askedParts>;
  readonly session: AskedSession | null;
  readonly signal: AbortSignal;
};

const REJECTED = { kind: 'once', action: 'deny', by: 'operator' } as const;
const NO_FILE = () => null;

/** "Always" is offered for any call here: if no pattern can be suggested, one can be typed. */
function answersTo(question: Question, session: AskedSession | null): ReturnType<typeof offeredAnswers> {
  return offeredAnswers(question, { hasRule: true, mode: session?.mode.current ?? null });
}
