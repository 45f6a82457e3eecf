import type { ScriptedReply } from '@caliban/agent/models';

export type Call = readonly [name: string, input: unknown];

export function bash(command: string): Call {
  return ['Bash', { command }];
}

/** A prompt leads to the calls of its turn, and then to `end of turn 1`, `end of turn 2`, … */
export function script(...turns: readonly (readonly Call[])[]): readonly ScriptedReply[] {
  return turns.flatMap((calls, index) => [
    { tool_uses: calls.map(([name, input]) => ({ name, input })) },
    { text: `end of turn ${index + 1}` },
  ]);
}
