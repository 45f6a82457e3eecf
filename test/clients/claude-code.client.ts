import { beforeAll, describe, expect, test } from 'vitest';
import { CLAUDE_CODE_AGENT, CLAUDE_CODE_COMMAND } from './helpers/agents/claude-code.ts';
import { type Client, MCP_PROGRAM, MCP_SCRIPT, OBSERVER } from './helpers/client.ts';
import { type Conversation, converse } from './helpers/converse.ts';
import { failsClosed } from './helpers/fails-closed.ts';
import { judgesCallsAtOnce, judgesSubAgents } from './helpers/judges-every-call.ts';
import { obeysTheRules } from './helpers/obeys-the-rules.ts';
import { sendsWhatIsRecorded } from './helpers/recorded-fields.ts';

const CLAUDE_CODE: Client = {
  ...CLAUDE_CODE_AGENT,
  host: 'claude-code',
  files: () => ({
    '~/.claude/settings.json': JSON.stringify({
      hooks: { PreToolUse: [{ matcher: '*', hooks: [{ type: 'command', command: OBSERVER }] }] },
    }),
    '/mcp.json': JSON.stringify({ mcpServers: { probe: { command: MCP_PROGRAM, args: [MCP_SCRIPT] } } }),
  }),
  command: (place) => [...CLAUDE_CODE_COMMAND, ...['--mcp-config', place.path('/mcp.json'), '--output-format', 'json']],
  writes: (file_path) => ['Write', { file_path, content: 'x\n' }],
  callsMcp: (tool) => [`mcp__probe__${tool}`, { note: 'x' }],
  unasked: 'handed-over',
};

describe('Claude Code', () => {
  let conversation: Conversation;
  beforeAll(async () => {
    conversation = await converse(CLAUDE_CODE);
  });

  obeysTheRules(CLAUDE_CODE, () => conversation);
  sendsWhatIsRecorded(CLAUDE_CODE, () => conversation, { Bash: 'bash', Write: 'write', mcp__probe__granted: 'mcp' });

  test('it lists as refused the calls that we denied and those that no one could be asked about', () => {
    const { permission_denials } = JSON.parse(conversation.finished.stdout);
    expect(permission_denials.map(({ tool_use_id }: { tool_use_id: string }) => tool_use_id)).toEqual([
      ...['call_0', 'call_2', 'call_3', 'call_4', 'call_6'],
    ]);
  });

  failsClosed(CLAUDE_CODE);
  judgesCallsAtOnce(CLAUDE_CODE);
  judgesSubAgents(CLAUDE_CODE, [
    'Agent',
    { description: 'a helper', prompt: 'go on', subagent_type: 'general-purpose', run_in_background: false },
  ]);

  test('calls that it allows without asking are judged all the same', async () => {
    const command = (place: Parameters<Client['command']>[0]) => [
      ...CLAUDE_CODE.command(place),
      ...['--permission-mode', 'acceptEdits', '--allowedTools', 'Bash', 'Write', 'mcp__probe__refused'],
    ];
    const { left } = await converse({ ...CLAUDE_CODE, command });
    expect(left).toEqual(['allowed', 'written-allowed.txt', 'mcp-granted']);
  });
});
