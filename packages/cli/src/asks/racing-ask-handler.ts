import { visible } from '@caliban/calls/text';
import type { Answer, AskHandler, Question } from '@caliban/gate';
import { answeredAction, type Covered } from '@caliban/gate/ask';
import { neededPeople, peopleText } from '@caliban/gate/filter';
import type { PeopleNeeded } from '@caliban/gate/types';
import { askTheInbox, type InboxAccess, type InboxOutcome, UnreachableError } from '@caliban/inbox';

export type RacingOptions = InboxAccess & {
  /** The name of the person at the terminal. */
  readonly name: string;
  readonly terminal: AskHandler;
  /** Shown in the terminal. */
  readonly notice: (message: string) => void;
};

/** Questions in a terminal have no time limit. */
const LIMIT_MS = 24 * 60 * 60 * 1000;

/**
 * Asks in the terminal and in the inbox at the same time. The inbox decides who was first, also for an answer from the terminal; if it
 * can't be reached, only the terminal asks.
 */
export class RacingAskHandler implements AskHandler {
  readonly #options: RacingOptions;

  constructor(options: RacingOptions) {
    this.#options = options;
  }

  get asksHub(): boolean {
    return this.#options.isSigned !== undefined;
  }

  async ask(question: Question, signal: AbortSignal): Promise<Answer | Covered> {
    const people = neededPeople(question.verdict);
    return people === null ? this.#race(question, signal) : this.#askHub(question, people, signal);
  }

  /** The operator of this terminal alone can't answer. Ending the turn withdraws the question. */
  async #askHub(question: Question, people: PeopleNeeded, signal: AbortSignal): Promise<Answer | Covered> {
    const { notice } = this.#options;
    const tool = visible(question.call.tool);
    const onAsked = () => notice(`${tool} waits for ${peopleText(people)} on the hub`);
    const outcome = await askTheInbox(question, { limitMs: LIMIT_MS, signal, onAsked }, this.#options);
    signal.throwIfAborted();
    if (outcome.kind === 'unanswered') return outcome.answer;
    const settled = await this.#settled(outcome, question);
    if (settled !== null) return settled;
    const why = outcome.kind === 'unasked' ? `: ${visible(outcome.why)}` : '';
    const message = `this ${tool} call did not run: it needs ${peopleText(people)} on the hub, which cannot be asked${why}`;
    return { kind: 'once', action: 'deny', by: 'non-interactive', message };
  }

  async #race(question: Question, signal: AbortSignal): Promise<Answer | Covered> {
    const { terminal } = this.#options;
    const [withdrawn, answered] = [new AbortController(), new AbortController()];
    let asked: Asked | null = null;
    const fromInbox = askTheInbox(
      question,
      {
        limitMs: LIMIT_MS,
        signal: AbortSignal.any([signal, answered.signal]),
        onAsked: (there) => {
          asked = there;
        },
      },
      this.#options,
    );
    const fromTerminal = terminal.ask(question, AbortSignal.any([signal, withdrawn.signal]));
    try {
      const first = await Promise.race([fromTerminal.then(toTerminal), fromInbox.then(toInbox)]);
      signal.throwIfAborted();
      if (first.from === 'inbox') return (await this.#settled(first.outcome, question)) ?? (await fromTerminal);
      const said = await this.#tell(first.answer, asked);
      // Someone else answered first, or the rules forbid the call by now.
      const outcome = said === 'told' || said === 'late' ? await fromInbox : null;
      if (outcome?.kind === 'covered') return outcome;
      return (said === 'late' && outcome !== null ? await this.#settled(outcome, question) : null) ?? first.answer;
    } finally {
      withdrawn.abort();
      answered.abort();
      for (const lost of [fromTerminal, fromInbox]) lost.catch(() => {});
    }
  }

  /** Null: no one has answered there. */
  async #settled(outcome: InboxOutcome, { call }: Question): Promise<Answer | Covered | null> {
    if (outcome.kind === 'covered') return outcome;
    if (outcome.kind !== 'answered') return null;
    const { answer } = outcome;
    const { name, through } = answer.inbox?.kind === 'answered' ? answer.inbox : { name: 'someone', through: 'inbox' };
    const what = answeredAction(answer) === 'allow' ? 'allowed' : 'rejected';
    this.#options.notice(`${visible(name)} ${what} ${visible(call.tool)} (${visible(through)})`);
    return answer;
  }

  /** `alone`: the terminal's answer applies without the inbox. */
  async #tell(answer: Answer | Covered, asked: Asked | null): Promise<'told' | 'late' | 'alone'> {
    if (asked === null || answer.kind === 'covered') return 'alone';
    const { client, name } = this.#options;
    const action = answeredAction(answer);
    try {
      const { status } = await client.send({
        method: 'POST',
        path: `/api/asks/${asked.id}/answer`,
        body: { hash: asked.hash, action, name, through: 'terminal' },
      });
      if (status === 200) return 'told';
      return status === 409 ? 'late' : 'alone';
    } catch (error) {
      if (error instanceof UnreachableError) return 'alone';
      throw error;
    }
  }
}

type Asked = { readonly id: string; readonly hash: string };

function toTerminal(answer: Answer | Covered) {
  return { from: 'terminal', answer } as const;
}

function toInbox(outcome: InboxOutcome) {
  return { from: 'inbox', outcome } as const;
}
