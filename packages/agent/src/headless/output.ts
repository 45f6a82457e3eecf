import { visible, visibleJson } from '@caliban/calls/text';
import type { AgentEvent } from '../events.ts';
import { endText, eventFrame, type InitFacts, initFrame, type RunSummary, resultFrame } from './frames.ts';

export const OUTPUT_FORMATS = ['text', 'json', 'stream-json'] as const;

export type OutputFormat = (typeof OUTPUT_FORMATS)[number];

/** Text for standard output; an empty text prints nothing. */
export interface Output {
  start(): string;
  event(event: AgentEvent): string;
  result(summary: RunSummary): string;
}

export function outputIn(format: OutputFormat, facts: InitFacts): Output {
  switch (format) {
    case 'text':
      return {
        start: () => '',
        event: () => '',
        result: ({ end }) => (end.kind === 'done' ? withLineEnd(printable(end.text)) : ''),
      };
    case 'json':
      return {
        start: () => '',
        event: () => '',
        result: (summary) => jsonLine(resultFrame(summary, facts.sessionId)),
      };
    case 'stream-json':
      return {
        start: () => jsonLine(initFrame(facts)),
        event: (event) => {
          const frame = eventFrame(event, facts);
          return frame === null ? '' : jsonLine(frame);
        },
        result: (summary) => jsonLine(resultFrame(summary, facts.sessionId)),
      };
  }
}

/** Further information for a person at the terminal; for standard error. */
export function remarks({ end, denials }: RunSummary): readonly string[] {
  const unasked = denials
    .filter((denial) => denial.unasked)
    .map(({ message }) => `denied: ${visible(onOneLine(message))}`);
  return [...new Set(unasked), ...(end.kind === 'done' ? [] : [visible(endText(end))])];
}

/**
 * The suggested flag may contain a command of several lines. It is escaped so that the shell reads it the same, and no line can
 * look like one of ours.
 */
function onOneLine(message: string): string {
  return message.replaceAll(/--allow ('(?:[^']|'\\'')*')/g, (flag, word: string) => {
    if (!/[\n\t]/.test(word)) return flag;
    const text = word.slice(1, -1).replaceAll("'\\''", "'");
    return `--allow $'${text.replaceAll(/[\\'\n\t]/g, (character) => ESCAPES[character] ?? character)}'`;
  });
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', "'": "\\'", '\n': '\\n', '\t': '\\t' };

function jsonLine(value: unknown): string {
  return `${visibleJson(JSON.stringify(value))}\n`;
}

function withLineEnd(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

/** A model's text must not control the terminal; line ends, tabs and every script stay as they are. */
function printable(text: string): string {
  return text.replaceAll(/(?![\n\t])\p{Cc}/gu, visible);
}
