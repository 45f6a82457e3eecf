import { beforeAll, describe, expect, test } from 'vitest';
import { OPENAI_CHAT } from '../../packages/agent/test/providers/openai-chat-protocol.ts';
import { type Client, installed, MCP_PROGRAM, MCP_SCRIPT } from './helpers/client.ts';
import { type Conversation, converse } from './helpers/converse.ts';
import { failsClosed } from './helpers/fails-closed.ts';
import { judgesCallsAtOnce, judgesSubAgents } from './helpers/judges-every-call.ts';
import { obeysTheRules } from './helpers/obeys-the-rules.ts';

/**
 * `opencode-ai` is a script that puts the package for the platform in its place; that package is all there is to run. Only the one
 * for Linux is installed: not every registry has the others, and one that is missing breaks `npm ci`.
 */
const OPENCODE: Client = {
  host: 'opencode',
  protocol: OPENAI_CHAT,
  files: (origin) => ({
    // Beside every plugin it wants a package of its own from the registry. It does without, after 70 seconds of trying.
    '~/.npmrc': 'offline=true\n',
    '~/.config/opencode/opencode.json': JSON.stringify({
      autoupdate: false,
      share: 'disabled',
      enabled_providers: ['loopback'],
      model: 'loopback/model-1',
      small_model: 'loopback/model-1',
      provider: {
        loopback: {
          npm: '@ai-sdk/openai-compatible',
          options: { baseURL: `${origin}/v1`, apiKey: 'secret-key' },
          models: { 'model-1': { tool_call: true } },
        },
      },
      mcp: { probe: { type: 'local', command: [MCP_PROGRAM, MCP_SCRIPT], enabled: true } },
    }),
  }),
  command: () => [installed('opencode-linux-x64/bin/opencode'), 'run', 'go on'],
  env: () => ({
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
    OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
  }),
  runs: (command) => ['bash', { command, description: 'a try' }],
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

  test('with everything approved beforehand, our deny holds', async () => {
    const command: Client['command'] = (place) => [...OPENCODE.command(place), '--auto'];
    expect((await converse({ ...OPENCODE, command })).left).toEqual(['allowed', 'written-allowed.txt', 'mcp-granted']);
  });
});
