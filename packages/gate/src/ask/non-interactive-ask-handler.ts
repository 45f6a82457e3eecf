import { visible } from '@caliban/calls/text';
import { becauseText } from '../filter/because-text.ts';
import { isForPeople } from '../filter/needed-people.ts';
import type { Answer, Question } from '../types/answer.ts';
import type { Remedy } from './allow-place.ts';
import type { AskHandler } from './ask-handler.ts';
import type { RulesInForce } from './find-allow.ts';
import { remedyFor } from './remedy-for.ts';

export type NonInteractiveOptions = {
  /** The remedy in the message; a flag by default. */
  readonly remedy?: Remedy;
  /** The rules in force, looked up only when a call is refused: then nothing is offered that wouldn't help. */
  readonly inForce?: () => RulesInForce | undefined | Promise<RulesInForce | undefined>;
} & (
  | { readonly autoAllow: false }
  /** `notice` prints the warnings: once now, and once for each call it allows. */
  | { readonly autoAllow: true; readonly notice: (text: string) => void }
);

/** Printed at a start that allows what would be asked about. */
export function unaskedDanger(what: string): string {
  return `DANGER: ${what}; every call that would need approval runs without it`;
}

/** Printed for each such call. */
export function unaskedNotice(by: string, { call, verdict }: Question): string {
  return `${by}: ${visible(call.tool)} runs without approval (${becauseText(verdict.because)})`;
}

/** For when no one can be asked: denies and says what would have helped, or allows with a warning. */
export class NonInteractiveAskHandler implements AskHandler {
  readonly #options: NonInteractiveOptions;

  constructor(options: NonInteractiveOptions) {
    this.#options = options;
    if (options.autoAllow) options.notice(unaskedDanger('auto-allow is on'));
  }

  async ask(question: Question): Promise<Answer> {
    // Auto-allow replaces dontAsk, and that mode doesn't answer this either.
    const mayAllow = !isForPeople(question.verdict);
    return this.#options.autoAllow && mayAllow
      ? allowLoudly(question, this.#options.notice)
      : refuse(question, this.#options);
  }
}

function allowLoudly({ call, verdict }: Question, notice: (text: string) => void): Answer {
  // A failing notice refuses the call: without its warning it must not run.
  notice(unaskedNotice('auto-allow', { call, verdict }));
  return { kind: 'once', action: 'allow', by: 'auto-allow' };
}

async function refuse(question: Question, { remedy, inForce }: NonInteractiveOptions): Promise<Answer> {
  const tool = visible(question.call.tool);
  const why = becauseText(question.verdict.because);
  const way = remedyFor(question, { remedy, inForce: await inForce?.() });
  const message = `${tool} needs approval and nobody can be asked (${why}); ${way}`;
  return { kind: 'once', action: 'deny', by: 'non-interactive', message };
}
