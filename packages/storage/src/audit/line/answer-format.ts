/** The outcome of a call that the host decided: the user approved it or refused it. `failed`: it ran and reported an error. */
export const ANSWERS = ['ran', 'failed', 'refused'] as const;

export type Answer = (typeof ANSWERS)[number];

/** `blocked`: a command of caliban's own agent ran confined and the kernel denied it something. */
export type FollowUp = Answer | 'blocked';

/** A line of the log that follows up on a decision. Everything but `ts` and `event` is copied from the decision's line. */
export type AnswerLine = {
  readonly ts: string;
  readonly event: FollowUp;
  readonly session_id?: string;
  readonly tool_use_id?: string;
  readonly host?: string;
  readonly workspace?: string;
  readonly tool_name: string;
  readonly input_sha256?: string;
  /** The user chose "always" in the host's dialog, and these rules were written for it. */
  readonly always?: readonly string[];
  /** What the kernel denied the command: one sentence each, naming the rule. */
  readonly blocked?: readonly string[];
};

export const ANSWER_START = '{"ts":"';
export const ANSWER_MIDDLE = '","event":"';

export function isAnswerLine(text: string): boolean {
  return text.startsWith(ANSWER_MIDDLE, ANSWER_START.length + TIME_LENGTH);
}

const TIME_LENGTH = '2026-01-01T00:00:00.000Z'.length;
