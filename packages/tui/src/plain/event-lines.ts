import type { AgentEvent } from '@caliban/agent';
import { plural, visible } from '@caliban/calls/text';
import { shortDuration } from '../screen/figures.ts';
import { callSummary } from '../session/call-summary.ts';

/** The text of an event, line by line; null for events without one. Text is printed once the reply is complete. */
export function eventLines(event: AgentEvent): string | null {
  const lines = linesOf(event);
  return lines === null || event.agent === undefined ? lines : lines.replaceAll(/^/gm, `${visible(event.agent)}: `);
}

function linesOf(event: AgentEvent): string | null {
  switch (event.kind) {
    case 'assistant': {
      const texts = event.message.parts.flatMap((part) => (part.kind === 'text' ? [part.text.trim()] : []));
      const text = texts.filter((each) => each !== '').join('\n\n');
      return text === '' ? null : text;
    }
    case 'tool-started':
      return `tool: ${visible(event.name)} ${callSummary(event.input)}`;
    case 'tool-finished':
      return finishedLines(event);
    case 'retrying':
      return `trying again in ${shortDuration(event.afterMs)} (attempt ${event.attempt}): ${event.because}`;
    case 'compacted':
      return `the conversation was summarised: ${event.fromMessages} messages became ${event.toMessages}`;
    case 'ended':
      return event.agent === undefined ? endLines(event.end) : null;
    case 'turn-started':
    case 'text':
    case 'thinking':
    case 'tool-running':
    case 'tool-progress':
    case 'tool-results':
    case 'mode-changed':
      return null;
  }
}

const SHOWN_LINES = 20;

function finishedLines({ name, end, result, diff }: AgentEvent & { kind: 'tool-finished' }): string {
  const heading = `${visible(name)}: ${end === 'ok' ? 'done' : end}`;
  const lines = (diff ?? result.text).trimEnd().split('\n');
  const shown = lines.slice(0, SHOWN_LINES).map((line) => `  ${line}`);
  const rest = lines.length - shown.length;
  return [heading, ...shown, ...(rest > 0 ? [`  (${rest} more lines)`] : [])].join('\n');
}

function endLines(end: (AgentEvent & { kind: 'ended' })['end']): string | null {
  switch (end.kind) {
    case 'done':
      return null;
    case 'interrupted':
      return 'interrupted';
    case 'turn-limit':
      return `stopped after ${plural(end.limit, 'turn')}; send another prompt to continue`;
    case 'failed':
      return `failed: ${end.message}`;
  }
}
