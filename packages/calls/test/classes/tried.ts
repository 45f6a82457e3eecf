import { type Danger, isDanger } from '../../src/classes/danger.ts';
import { describeCall } from '../../src/describe/describe-call.ts';
import { absolutePath } from '../../src/text/path.ts';
import type { ToolCall } from '../../src/types/tool-call.ts';

const CONTEXT = { workspace: absolutePath('/repo'), home: absolutePath('/home/me') };

/** A command, or a call of a tool: with one argument, `Read ~/.ssh/id_rsa`, or its input, `mcp__fs__read {"path": "x"}`. */
export function readCall(text: string): { readonly tool: string; readonly input: unknown } {
  const [, foreign = '', input = ''] = /^(mcp__\w+) (\{.+\})$/.exec(text) ?? [];
  if (foreign !== '') return { tool: foreign, input: JSON.parse(input) };
  const [, tool = '', argument = ''] = /^(Read|Write|Edit|Grep|Glob|WebFetch) (.+)$/.exec(text) ?? [];
  if (tool === '') return { tool: 'Bash', input: { command: text } };
  return { tool, input: { [tool === 'WebFetch' ? 'url' : 'path']: argument } };
}

export function callOf(text: string): ToolCall {
  return describeCall({ ...readCall(text), context: CONTEXT });
}

/** Whether one kind of danger alone speaks about the call. */
export function knows(danger: Danger): (text: string) => boolean {
  return (text) => isDanger(danger, callOf(text));
}
