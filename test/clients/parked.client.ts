// A real `claude -p` that ends before a question, and is resumed once there is an answer.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { inboxClient, serverFiles } from '@caliban/inbox';
import { expect, test } from 'vitest';
import { calls } from '../../packages/agent/test/providers/wire-reply.ts';
import { answerQuestion, nextQuestion } from '../../packages/cli/test/asks/answers.ts';
import { CLAUDE_CODE_AGENT, CLAUDE_CODE_COMMAND } from './helpers/agents/claude-code.ts';
import { ClientPlace } from './helpers/client-place.ts';
import { ModelServer } from './helpers/model-server.ts';
import { RULES } from './helpers/rules.ts';

/** `claude -p`, then what `between` does, then `claude -p --resume`. Its own permissions would let everything through. */
async function resumed(
  commands: readonly string[],
  between: (inbox: ReturnType<typeof inboxClient>) => Promise<unknown>,
) {
  const place = new ClientPlace({
    '~/.config/caliban/permissions.toml': RULES,
    '~/.config/caliban/settings.toml': '[inbox]\nwait_seconds = 3\npark_hours = 1\n',
    '~/.claude/settings.json': '{}',
  });
  const uses = commands.map((command, index) => [`call_${index}`, ...CLAUDE_CODE_AGENT.runs(command)] as const);
  const model = await ModelServer.start(CLAUDE_CODE_AGENT.protocol, [calls(...uses)]);
  const server = spawn(place.path('/bin/caliban'), ['serve'], {
    env: place.environment,
    cwd: place.path('/'),
    stdio: 'ignore',
  });
  try {
    place.caliban(['install', 'claude-code']);
    const files = serverFiles(place.path('~/.local/state/caliban'));
    while (!existsSync(files.description)) await new Promise((resolve) => setTimeout(resolve, 20));
    const made = () => commands.map((command) => place.has(command.slice('touch '.length)));
    const flags = ['--permission-mode', 'bypassPermissions', '--output-format', 'json'];
    const env = { ...CLAUDE_CODE_AGENT.env(model.origin), IS_SANDBOX: '1' };
    const first = JSON.parse((await place.run([...CLAUDE_CODE_COMMAND, ...flags], env)).stdout);
    const madeFirst = made();
    await between(inboxClient(files));
    const again = [...CLAUDE_CODE_COMMAND.slice(0, 2), '-p', '--resume', first.session_id, ...flags];
    const second = await place.run(again, env);
    return { first, madeFirst, second, made: made(), log: place.log(), requests: model.requests };
  } finally {
    await new Promise((resolve) => {
      server.on('close', resolve);
      server.kill('SIGTERM');
    });
    await model.close();
    place.remove();
  }
}

test('the answer that was given meanwhile runs the call, once', async () => {
  const { first, madeFirst, made, log } = await resumed(['touch unruled-granted'], async (inbox) => {
    const view = await nextQuestion(inbox);
    expect(view.ask.call).toMatchObject({ input: { command: 'touch unruled-granted' }, callId: 'call_0' });
    expect(await answerQuestion(inbox, view, { action: 'allow' })).toBe(200);
  });
  expect([first.stop_reason, madeFirst, made]).toEqual(['tool_deferred', [false], [true]]);
  expect(log).toMatchObject([
    { outcome: 'deny', because: { cause: 'inbox-parked' } },
    { outcome: 'allow', because: { by: 'operator', name: 'anna', through: 'page' } },
  ]);
});

test('a no reaches the model of the resumed session', async () => {
  const { made, requests } = await resumed(['touch unruled-refused'], async (inbox) => {
    await answerQuestion(inbox, await nextQuestion(inbox), { action: 'deny', message: 'use the other name' });
  });
  expect(made).toEqual([false]);
  expect(JSON.stringify(requests.at(-1))).toContain('anna rejected this Bash call: use the other name');
});

test('several calls in one reply are not parked: nothing runs, and no question is left', async () => {
  const { first, madeFirst, made } = await resumed(['touch unruled-one', 'touch unruled-two'], async (inbox) => {
    const { body } = await inbox.send({ method: 'GET', path: '/api/cards' });
    expect(body).toMatchObject({ cards: [] });
  });
  expect([first.stop_reason, madeFirst, made]).toEqual(['end_turn', [false, false], [false, false]]);
});
