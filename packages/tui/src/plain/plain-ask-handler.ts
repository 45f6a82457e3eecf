import type { Answer, AskHandler, Question, RuleBook } from '@caliban/gate';
import { untilAborted } from '@caliban/gate/internal/signals/until-aborted';
import { askedParts, askingParts } from '../ask/asked-parts.ts';
import { savedText } from '../ask/unheard.ts';
import type { EditPreview } from '../ports.ts';
import { askForRule } from './ask-for-rule.ts';
import { choose } from './choose.ts';
import type { PlainConsole } from './plain-console.ts';
import { questionLines } from './question-lines.ts';

/** Questions as numbered lines. Only what is typed after a question has been printed answers it. */
export class PlainAskHandler implements AskHandler {
  readonly #console: PlainConsole;
  readonly #preview: EditPreview;
  readonly #book: () => RuleBook;

  /** `book`: the rules right now, to tell which parts of a line lack one. */
  constructor(console: PlainConsole, preview: EditPreview, book: () => RuleBook) {
    this.#console = console;
    this.#preview = preview;
    this.#book = book;
  }

  async ask(question: Question, signal: AbortSignal): Promise<Answer> {
    signal.throwIfAborted();
    return untilAborted(this.#answer(question, signal), signal);
  }

  async #answer(question: Question, signal: AbortSignal): Promise<Answer> {
    const asking = askingParts(question, this.#book());
    const lines = await questionLines(question, asking, this.#preview);
    // What was told before it is still on its way, and would stand in the midst of the question.
    await new Promise(setImmediate);
    for (const line of lines) this.#console.print(line);
    const lacking = askedParts(question, asking);
    await this.#console.discardTyped();
    signal.throwIfAborted();
    for (;;) {
      const chosen = await choose(this.#console, {
        title: 'your answer:',
        choices: answersTo(question),
        name: ({ name }) => name,
        letter: ({ letter }) => letter,
        signal,
      });
      if (chosen === null || chosen.kind === 'once') {
        return { kind: 'once', action: chosen?.action ?? 'deny', by: 'operator' };
      }
      const asked = await askForRule(this.#console, question, { action: chosen.action, lacking }, signal);
      switch (asked.kind) {
        case 'rule':
          this.#console.print(savedText(asked.rule, asked.scope, question));
          return { kind: 'always', rule: asked.rule, scope: asked.scope, by: 'operator' };
        case 'gone':
          return { kind: 'once', action: 'deny', by: 'operator' };
        case 'back':
          break;
      }
    }
  }
}

const ANSWERS = [
  { kind: 'once', action: 'allow', name: 'allow once', letter: 'o' },
  { kind: 'always', action: 'allow', name: 'always allow', letter: 'y' },
  { kind: 'once', action: 'deny', name: 'reject once', letter: 'r' },
  { kind: 'always', action: 'deny', name: 'always reject', letter: 'n' },
] as const;

/** "Always" needs a rule that would be heard; none allows writes to caliban's own files. */
function answersTo({ verdict }: Question): readonly (typeof ANSWERS)[number][] {
  const isOwnFile = verdict.because.kind === 'own-file';
  return ANSWERS.filter(({ kind, action }) => !(isOwnFile && kind === 'always' && action === 'allow'));
}
