import { beforeAll, describe, expect, test } from 'vitest';
import { GEMINI_CLI_AGENT, GEMINI_SETTINGS, geminiInMode, geminiModelAt } from './helpers/agents/gemini-cli.ts';
import { type Client, MCP_PROGRAM, MCP_SCRIPT, OBSERVER } from './helpers/client.ts';
import { type Conversation, converse } from './helpers/converse.ts';
import { failsClosed } from './helpers/fails-closed.ts';
import { judgesCallsAtOnce } from './helpers/judges-every-call.ts';
import { obeysTheRules } from './helpers/obeys-the-rules.ts';
import { sendsWhatIsRecorded } from './helpers/recorded-fields.ts';

/** Its own policy refuses in a headless run whatever it would ask about; `yolo` leaves the decision to us alone. */
const GEMINI_CLI: Client = {
  ...GEMINI_CLI_AGENT,
  host: 'gemini-cli',
  files: () => ({
    '~/.gemini/settings.json': JSON.stringify({
      ...GEMINI_SETTINGS,
      mcpServers: { probe: { command: MCP_PROGRAM, args: [MCP_SCRIPT] } },
      hooks: { BeforeTool: [{ hooks: [{ type: 'command', command: OBSERVER }] }] },
    }),
  }),
  command: () => geminiInMode('yolo'),
  writes: (file_path) => ['write_file', { file_path, content: 'x\n' }],
  callsMcp: (tool) => [`mcp_probe_${tool}`, { note: 'x' }],
  unasked: 'deny',
};

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
    const { left } = await converse({ ...GEMINI_CLI, command: () => geminiInMode('default') });
    expect(left).toEqual([]);
  });

  test('in a folder it does not trust it runs no hook and, without a terminal, nothing else', async () => {
    const { left, requests, finished } = await converse({ ...GEMINI_CLI, env: geminiModelAt });
    expect({ left, requests }).toEqual({ left: [], requests: [] });
    expect(finished.stderr).toContain('not running in a trusted directory');
  });

  test('`--skip-trust` comes too late for the hooks of a project: it leaves them out', async () => {
    const command = () => [...geminiInMode('yolo'), '--skip-trust'];
    const { left, log } = await converse({ ...GEMINI_CLI, env: geminiModelAt, command }, { scope: 'project' });
    expect(left).toContain('denied');
    expect(log).toEqual([]);
  });
});
