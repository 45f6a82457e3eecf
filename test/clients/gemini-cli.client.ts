import { beforeAll, describe, expect, test } from 'vitest';
import { GEMINI } from '../../packages/agent/test/providers/gemini-protocol.ts';
import { type Client, installed, MCP_PROGRAM, MCP_SCRIPT, OBSERVER } from './helpers/client.ts';
import { type Conversation, converse } from './helpers/converse.ts';
import { failsClosed } from './helpers/fails-closed.ts';
import { judgesCallsAtOnce } from './helpers/judges-every-call.ts';
import { obeysTheRules } from './helpers/obeys-the-rules.ts';
import { sendsWhatIsRecorded } from './helpers/recorded-fields.ts';

/** Its own policy refuses in a headless run whatever it would ask about; `yolo` leaves the decision to us alone. */
const GEMINI_CLI: Client = {
  host: 'gemini-cli',
  protocol: GEMINI,
  files: () => ({
    '~/.gemini/settings.json': JSON.stringify({
      security: { auth: { selectedType: 'gemini-api-key' } },
      general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
      privacy: { usageStatisticsEnabled: false },
      telemetry: { enabled: false },
      mcpServers: { probe: { command: MCP_PROGRAM, args: [MCP_SCRIPT] } },
      hooks: { BeforeTool: [{ hooks: [{ type: 'command', command: OBSERVER }] }] },
    }),
  }),
  command: () => inMode('yolo'),
  env: (origin) => ({ ...modelAt(origin), GEMINI_CLI_TRUST_WORKSPACE: 'true' }),
  runs: (command) => ['run_shell_command', { command, description: 'a try' }],
  writes: (file_path) => ['write_file', { file_path, content: 'x\n' }],
  callsMcp: (tool) => [`mcp_probe_${tool}`, { note: 'x' }],
  unasked: 'deny',
};

function inMode(mode: string): readonly string[] {
  return [
    ...[process.execPath, installed('@google/gemini-cli/bundle/gemini.js')],
    ...['-p', 'go on', '--model', 'gemini-2.5-pro', '--approval-mode', mode],
  ];
}

function modelAt(origin: string): Readonly<Record<string, string>> {
  return { GOOGLE_GEMINI_BASE_URL: origin, GEMINI_API_KEY: 'secret-key' };
}

describe('Gemini CLI', () => {
  let conversation: Conversation;
  beforeAll(async () => {
    conversation = await converse(GEMINI_CLI);
  });

  obeysTheRules(GEMINI_CLI, () => conversation);
  sendsWhatIsRecorded(GEMINI_CLI, () => conversation, {
    run_shell_command: 'shell',
    write_file: 'write-file',
    mcp_probe_granted: 'mcp',
  });
  failsClosed(GEMINI_CLI);
  judgesCallsAtOnce(GEMINI_CLI);

  test('in its default mode our allow does not open what its own policy would ask about', async () => {
    const { left } = await converse({ ...GEMINI_CLI, command: () => inMode('default') });
    expect(left).toEqual([]);
  });

  test('in a folder it does not trust it runs no hook and, without a terminal, nothing else', async () => {
    const { left, requests, finished } = await converse({ ...GEMINI_CLI, env: modelAt });
    expect({ left, requests }).toEqual({ left: [], requests: [] });
    expect(finished.stderr).toContain('not running in a trusted directory');
  });

  test('`--skip-trust` comes too late for the hooks of a project: it leaves them out', async () => {
    const command = () => [...inMode('yolo'), '--skip-trust'];
    const { left, log } = await converse({ ...GEMINI_CLI, env: modelAt, command }, { scope: 'project' });
    expect(left).toContain('denied');
    expect(log).toEqual([]);
  });
});
