import { fieldOf } from '../protocol/payload.ts';
import { otherFields } from './fields.ts';
import type { ReadTool } from './tool-map.ts';

/** A tool that starts an agent of a certain kind, which rules call `subagent_type`. If several fields name one, each is judged. */
export const agentTool: ReadTool = (input) => {
  const named = KIND.filter((name) => fieldOf(input, name) !== undefined);
  if (named.length === 0) return [{ tool: 'Agent', input }];
  return named.map((name) => ({
    tool: 'Agent',
    input: otherFields(
      input,
      KIND.filter((other) => other !== name),
      { [name]: 'subagent_type' },
    ),
  }));
};

const KIND = ['agent_type', 'subagent_type'];
