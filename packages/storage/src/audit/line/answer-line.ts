import { quoted } from './quoted.ts';
import { safeJson } from './safe-json.ts';

/** What happened to a call that the host decided: its user approved it, or refused it. `failed`: it ran, and reported an error. */
export const ANSWERS = ['ran', 'failed', 'refused'] as const;

export type Answer = (typeof ANSWERS)[number];

/** A line of the log that follows up on a decision. Everything but `ts` and `event` is copied from the decision's line. */
export type AnswerLine = {
  readonly ts: string;
  readonly event: Answer;
  readonly session_id?: string;
  readonly tool_use_id?: string;
  readonly host?: string;
  readonly workspace?: string;
  readonly tool_name: string;
  readonly input_sha256?: string;
  /** The user chose "always" in the host's dialog, and these rules of ours were written for it. */
  readonly always?: readonly string[];
};

/** Its end included. `event` comes right after the time, so that a reader can tell it from a decision without parsing. */
export function answerLine(answer: AnswerLine, version: string): string {
  const { ts, event, ...decision } = answer;
  const members = Object.entries({ ...decision, caliban: version })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `,"${name}":${typeof value === 'string' ? quoted(value) : safeJson(value, [])}`);
  return `${ANSWER_START}${ts}${ANSWER_MIDDLE}${event}"${members.join('')}}\n`;
}

const ANSWER_START = '{"ts":"';
const ANSWER_MIDDLE = '","event":"';

export function isAnswerLine(text: string): boolean {
  return text.startsWith(ANSWER_MIDDLE, ANSWER_START.length + TIME_LENGTH);
}

const TIME_LENGTH = '2026-01-01T00:00:00.000Z'.length;
