import { ANSWER_MIDDLE, ANSWER_START, type AnswerLine } from './answer-format.ts';
import { quoted } from './quoted.ts';
import { safeJson } from './safe-json.ts';

/** The line with its line end. `event` comes right after the time, so that a reader can tell it from a decision without parsing. */
export function answerLine(answer: AnswerLine, version: string): string {
  const { ts, event, ...decision } = answer;
  const members = Object.entries({ ...decision, caliban: version })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `,"${name}":${typeof value === 'string' ? quoted(value) : safeJson(value, [])}`);
  return `${ANSWER_START}${ts}${ANSWER_MIDDLE}${event}"${members.join('')}}\n`;
}
