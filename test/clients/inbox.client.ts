import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { type AskView, type InboxClient, inboxClient, serverFiles } from '@caliban/inbox';
import { describe, expect, test } from 'vitest';
import { calls } from '../../packages/agent/test/providers/wire-reply.ts';
import { answerQuestion, type Given, nextQuestion } from '../../packages/cli/test/asks/answers.ts';
import { CLAUDE_CODE_AGENT, CLAUDE_CODE_COMMAND } from './helpers/agents/claude-code.ts';
import { CODEX_AGENT, CODEX_SCRIPT, codexConfiguration } from './helpers/agents/codex.ts';
import { GEMINI_CLI_AGENT, GEMINI_SETTINGS, geminiInMode } from './helpers/agents/gemini-cli.ts';
import type { Client } from './helpers/client.ts';
import { ClientPlace } from './helpers/client-place.ts';
import { ModelServer } from './helpers/model-server.ts';
import { RULES } from './helpers/rules.ts';

type Asker = Pick<Client, 'host' | 'protocol' | 'env' | 'runs' | 'files' | 'command'>;

const CODEX: Asker = {
  ...CODEX_AGENT,
  host: 'codex',
  files: (origin, place) => ({ '~/.codex/config.toml': codexConfiguration(origin, place) }),
  command: () => [
    ...[process.execPath, CODEX_SCRIPT, 'exec', '--sandbox', 'danger-full-access', '--skip-git-repo-check'],
    ...['--dangerously-bypass-hook-trust', 'go on'],
  ],
};

const GEMINI_CLI: Asker = {
  ...GEMINI_CLI_AGENT,
  host: 'gemini-cli',
  files: () => ({ '~/.gemini/settings.json': JSON.stringify(GEMINI_SETTINGS) }),
  command: () => geminiInMode('yolo'),
};

const CLAUDE_CODE: Asker = {
  ...CLAUDE_CODE_AGENT,
  host: 'claude-code',
  files: () => ({ '~/.claude/settings.json': '{}' }),
  command: () => [...CLAUDE_CODE_COMMAND, '--output-format', 'json'],
};

const ANSWERS: readonly (readonly [command: string, given: Given])[] = [
  ['touch unruled-granted', { action: 'allow' }],
  ['touch unruled-refused', { action: 'deny', message: 'use the other name' }],
];

/** The real agent, the server, and a person who answers through the API as the page does. */
async function converse(client: Asker, flags: readonly string[]) {
  const place = new ClientPlace({
    '~/.config/caliban/permissions.toml': RULES,
    '~/.config/caliban/settings.toml': '[inbox]\nwait_seconds = 60\nname = "me"\n',
  });
  const uses = [...ANSWERS.map(([command]) => command), 'touch allowed'].map((command, index) =>
    calls([`call_${index}`, ...client.runs(command)]),
  );
  const model = await ModelServer.start(client.protocol, uses);
  const server = spawn(place.path('/bin/caliban'), ['serve'], {
    env: place.environment,
    cwd: place.path('/'),
    stdio: 'ignore',
  });
  try {
    for (const [path, content] of Object.entries(client.files(model.origin, place))) place.write(path, content);
    place.caliban(['install', client.host, ...flags]);
    const files = serverFiles(place.path('~/.local/state/caliban'));
    while (!existsSync(files.description)) await new Promise((resolve) => setTimeout(resolve, 20));
    const inbox = inboxClient(files);
    const running = place.run(client.command(place), client.env(model.origin));
    const asked = await Promise.race([
      answerAll(inbox, place),
      running.then((ended) => {
        throw new Error(JSON.stringify(ended));
      }),
    ]);
    await running;
    const { body } = await inbox.send({ method: 'GET', path: '/api/status' });
    return {
      asked,
      hooks: (body as { readonly hooks: number }).hooks,
      log: place.log(),
      requests: model.requests,
      left: ['unruled-granted', 'unruled-refused', 'allowed'].filter((file) => place.has(file)),
    };
  } finally {
    await ended(server);
    await model.close();
    place.remove();
  }
}

async function answerAll(inbox: InboxClient, place: ClientPlace): Promise<readonly AskView[]> {
  const asked: AskView[] = [];
  for (const [command, given] of ANSWERS) {
    const view = await nextQuestion(inbox);
    expect(view.ask.call.input).toMatchObject({ command });
    // Long enough that an agent that does not wait would have gone on.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(place.has(command.slice('touch '.length))).toBe(false);
    await answerQuestion(inbox, view, given);
    asked.push(view);
  }
  return asked;
}

function ended(server: ChildProcess): Promise<unknown> {
  return new Promise((resolve) => {
    server.on('close', resolve);
    server.kill('SIGTERM');
  });
}

describe.each([
  ['Codex', CODEX],
  ['Gemini CLI', GEMINI_CLI],
  ['Claude Code', CLAUDE_CODE],
] as const)('%s', (_, client) => {
  test.each([
    ['a hook in Node', []],
    ['a hook in bash', ['--warm']],
  ])('%s: waits for the answer and obeys it', async (_, flags) => {
    const { asked, left, log, requests, hooks } = await converse(client, flags);
    expect(left).toEqual(['unruled-granted', 'allowed']);
    expect(log).toMatchObject([
      { outcome: 'allow', because: { by: 'operator', name: 'anna', through: 'page', ask_id: asked[0]?.id } },
      { outcome: 'deny', because: { by: 'operator', name: 'anna', through: 'page', ask_id: asked[1]?.id } },
      { outcome: 'allow', rule: { pattern: 'Bash:touch allowed*' } },
    ]);
    expect(JSON.stringify(requests.at(-1))).toContain('anna rejected this Bash call: use the other name');
    // The call that needs no one is answered warm.
    if (flags.length > 0) expect(hooks).toBeGreaterThan(0);
    else expect(hooks).toBe(0);
  });
});
