import { beforeAll, describe, expect, test } from 'vitest';
import { recorded } from '../../packages/adapters/test/helpers/recorded.ts';
import { CODEX_AGENT, CODEX_SCRIPT, codexConfiguration } from './helpers/agents/codex.ts';
import { type Client, MCP_PROGRAM, MCP_SCRIPT, OBSERVER } from './helpers/client.ts';
import { ClientPlace } from './helpers/client-place.ts';
import { type Conversation, converse } from './helpers/converse.ts';
import { failsClosed } from './helpers/fails-closed.ts';
import { judgesCallsAtOnce } from './helpers/judges-every-call.ts';
import { isNewIn, obeysTheRules } from './helpers/obeys-the-rules.ts';
import { sendsWhatIsRecorded } from './helpers/recorded-fields.ts';
import { RULES } from './helpers/rules.ts';
import { STEPS, type Step } from './helpers/steps.ts';

/** Without its sandbox and its questions, so that only we stand between the model and the shell. */
const CODEX: Client = {
  ...CODEX_AGENT,
  host: 'codex',
  files: (origin, place) => ({
    '~/.codex/config.toml': codexConfiguration(origin, place) + MCP_SERVERS,
    '~/.codex/hooks.json': JSON.stringify({
      hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: OBSERVER }] }] },
    }),
  }),
  // Trust in a hook is given in its terminal, by hand; this flag is its way for runs without one.
  command: () => [...EXEC, '--dangerously-bypass-hook-trust', 'go on'],
  writes: (path) => ['apply_patch', `*** Begin Patch\n*** Add File: ${path}\n+x\n*** End Patch\n`],
  callsMcp: (tool) => [`mcp__probe__${tool}`, { note: 'x' }],
  unasked: 'deny',
};

const EXEC = [
  ...[process.execPath, CODEX_SCRIPT],
  ...['exec', '--sandbox', 'danger-full-access', '--skip-git-repo-check'],
];

const [, ALLOWED] = STEPS as readonly [Step, Step];

const MCP_SERVERS = `
[mcp_servers.probe]
command = ${JSON.stringify(MCP_PROGRAM)}
args = [${JSON.stringify(MCP_SCRIPT)}]
`;

describe('Codex', () => {
  let conversation: Conversation;
  beforeAll(async () => {
    conversation = await converse(CODEX);
  });

  obeysTheRules(CODEX, () => conversation);
  sendsWhatIsRecorded(CODEX, () => conversation, {
    Bash: 'bash',
    apply_patch: 'apply-patch',
    mcp__probe__granted: 'mcp',
  });
  failsClosed(CODEX);
  judgesCallsAtOnce(CODEX);

  test('a hook that no one has trusted does not run', async () => {
    const { left, log } = await converse({ ...CODEX, command: () => [...EXEC, 'go on'] });
    expect(left).toContain('denied');
    expect(log).toEqual([]);
  });

  test('`exec` never asks, whatever its settings say: PermissionRequest is held to the recorded payload', async () => {
    const command = () => [...EXEC, '-c', 'approval_policy="on-request"', '--dangerously-bypass-hook-trust', 'go on'];
    const use = () => ['exec_command', { cmd: 'touch allowed', sandbox_permissions: 'require_escalated' }] as const;
    const { requests, left } = await converse({ ...CODEX, command }, { steps: [{ ...ALLOWED, use }] });
    expect(left).toEqual([]);
    expect(isNewIn(requests, 1, 'approval policy is Never')).toBe(true);

    const place = new ClientPlace({ '~/.config/caliban/permissions.toml': RULES });
    const payload = {
      ...(recorded('codex', 'permission-request') as object),
      tool_input: { command: 'touch allowed' },
    };
    const answer = place.caliban(['hook', 'codex'], JSON.stringify(payload));
    place.remove();
    expect(JSON.parse(answer)).toEqual({
      hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: { behavior: 'allow' } },
    });
  });

  test('the rules of the project apply in whatever directory the model runs a command', async () => {
    const elsewhere: Step = {
      about: 'a command in the home directory',
      use: (_client, place) => ['exec_command', { cmd: 'touch allowed-elsewhere', workdir: place.path('~/') }],
      leaves: '~/allowed-elsewhere',
      outcome: 'deny',
      loggedAs: 'Bash',
    };
    const meanwhile = (place: ClientPlace) =>
      place.write(
        '.caliban/permissions.toml',
        '[[permissions.rules]]\npattern = "Bash:touch allowed-elsewhere"\naction = "deny"\n',
      );
    const { left, log } = await converse(CODEX, { steps: [elsewhere], meanwhile });
    expect(left).toEqual([]);
    expect(log).toMatchObject([{ outcome: 'deny', rule: { layer: 'project' } }]);
  });
});
