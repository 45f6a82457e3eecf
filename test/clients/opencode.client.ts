import { beforeAll, describe, expect, test } from 'vitest';
import { OPENCODE_AGENT, OPENCODE_COMMAND, opencodeFiles } from './helpers/agents/opencode.ts';
import { type Client, MCP_PROGRAM, MCP_SCRIPT } from './helpers/client.ts';
import { type Conversation, converse } from './helpers/converse.ts';
import { failsClosed } from './helpers/fails-closed.ts';
import { judgesCallsAtOnce, judgesSubAgents } from './helpers/judges-every-call.ts';
import { obeysTheRules } from './helpers/obeys-the-rules.ts';

const OPENCODE: Client = {
  ...OPENCODE_AGENT,
  host: 'opencode',
  files: (origin) =>
    opencodeFiles(origin, {
      mcp: { probe: { type: 'local', command: [MCP_PROGRAM, MCP_SCRIPT], enabled: true } },
    }),
  command: () => OPENCODE_COMMAND,
  writes: (filePath) => ['write', { filePath, content: 'x\n' }],
  callsMcp: (tool) => [`probe_${tool}`, { note: 'x' }],
  unasked: 'deny',
};

describe('opencode', () => {
  let conversation: Conversation;
  beforeAll(async () => {
    conversation = await converse(OPENCODE);
  });

  obeysTheRules(OPENCODE, () => conversation);
  failsClosed(OPENCODE);
  judgesCallsAtOnce(OPENCODE);
  judgesSubAgents(OPENCODE, ['task', { description: 'a helper', prompt: 'go on', subagent_type: 'general' }]);

  test('with everything approved beforehand, our deny applies', async () => {
    const command: Client['command'] = (place) => [...OPENCODE.command(place), '--auto'];
    expect((await converse({ ...OPENCODE, command })).left).toEqual(['allowed', 'written-allowed.txt', 'mcp-granted']);
  });
});
