import { type Answer, NonInteractiveAskHandler, type Question } from '@caliban/gate';

/** `--auto-allow`, by its environment variable: prints a warning for each call. */
export function allowUnasked(question: Question, warn: (text: string) => void): Promise<Answer> {
  const notice = (text: string) => warn(`${text}\n`);
  return new NonInteractiveAskHandler({ autoAllow: true, notice, remedy: 'rule' }).ask(question);
}
