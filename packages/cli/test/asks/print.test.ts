import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { whyNotRehearsed } from '../../../agent/test/rehearsal/scratch.ts';
import { bash, script } from '../headless/helpers/scripts.ts';
import { ServeScratch } from '../serve/server-process.ts';
import { answerQuestion, nextQuestion } from './answers.ts';

const COMMAND = 'touch made';
const whyNot = await whyNotRehearsed();

class Run extends ServeScratch {
  constructor(settings = '') {
    super();
    this.write('script.json', script(bash(COMMAND)));
    this.write('home/.config/caliban/settings.toml', settings);
  }

  print(...flags: readonly string[]) {
    const model = `scripted:${join(this.root, 'script.json')}`;
    return this.startCaliban('-p', 'go', '--model', model, '--output-format', 'json', ...flags);
  }

  get made(): boolean {
    return existsSync(join(this.root, 'ws/made'));
  }

  lastLine() {
    return this.log().at(-1);
  }
}

describe('caliban -p --ask-via inbox', () => {
  test('an allow runs the call, and the log says who gave it and where', async () => {
    const run = new Run();
    await run.serve();
    const print = run.print('--ask-via', 'inbox');
    const view = await nextQuestion(run.client);
    expect(view.ask.call).toMatchObject({ tool: 'Bash', input: { command: COMMAND }, workspace: join(run.root, 'ws') });
    expect(run.made).toBe(false);
    expect(await answerQuestion(run.client, view, { action: 'allow' })).toBe(200);
    expect(await print.ended).toMatchObject({ exit: 0 });
    expect(run.made).toBe(true);
    expect(run.lastLine()).toMatchObject({
      outcome: 'allow',
      because: {
        kind: 'operator',
        answer: 'allow once',
        by: 'operator',
        ask_id: view.id,
        name: 'anna',
        through: 'page',
      },
    });
    expect((await run.client.send({ method: 'GET', path: `/api/asks/${view.id}` })).body).toMatchObject({
      view: { state: 'consumed' },
    });
    expect((await run.caliban('perms', 'audit')).stdout).toContain('anna (page): allow once');
  });

  test.skipIf(whyNot !== null)('a command is rehearsed, and a yes makes the changes that are shown', async () => {
    const run = new Run('[sandbox]\nrehearse = true\n');
    run.write('script.json', script(bash('date +%N > made')));
    await run.serve();
    const print = run.print('--ask-via', 'inbox');
    const view = await nextQuestion(run.client);
    expect(view.ask.rehearsal).toMatchObject({ kind: 'ran', changes: [{ path: 'made', effect: 'created' }] });
    expect(run.made).toBe(false);
    await answerQuestion(run.client, view, { action: 'allow' });
    expect(await print.ended).toMatchObject({ exit: 0 });
    const { changes } = view.ask.rehearsal as { readonly changes: readonly { readonly diff: string }[] };
    expect(changes[0]?.diff).toContain(`+${readFileSync(join(run.root, 'ws/made'), 'utf8').trim()}`);
    expect(run.lastLine()).toMatchObject({ rehearsal: 'shown' });
  });

  test('a deny with a message reaches the model', async () => {
    const run = new Run();
    await run.serve();
    const print = run.print('--ask-via', 'inbox');
    await answerQuestion(run.client, await nextQuestion(run.client), { action: 'deny', message: 'use mkdir' });
    const { exit, stdout } = await print.ended;
    expect([exit, run.made]).toEqual([0, false]);
    expect(JSON.parse(stdout).permission_denials).toMatchObject([{ tool_name: 'Bash' }]);
    expect(run.lastLine()).toMatchObject({
      outcome: 'deny',
      because: { answer: 'reject once', by: 'operator', name: 'anna' },
    });
  });

  test("no answer is not a person's refusal", async () => {
    const run = new Run('[inbox]\nwait_seconds = 1\n');
    await run.serve();
    expect(await run.print('--ask-via', 'inbox').ended).toMatchObject({ exit: 3 });
    expect(run.made).toBe(false);
    expect(run.lastLine()).toMatchObject({
      outcome: 'deny',
      because: { by: 'non-interactive', cause: 'inbox-expired' },
    });
  });

  test('a deny that was added to the files meanwhile wins over the yes', async () => {
    const run = new Run();
    await run.serve();
    const print = run.print('--ask-via', 'inbox');
    const view = await nextQuestion(run.client);
    run.rules('deny Bash:touch *');
    expect(await answerQuestion(run.client, view, { action: 'allow' })).toBe(200);
    await print.ended;
    expect(run.made).toBe(false);
    expect(run.lastLine()).toMatchObject({ outcome: 'deny', action: 'deny', rule: { pattern: 'Bash:touch *' } });
    expect((await run.client.send({ method: 'GET', path: `/api/asks/${view.id}` })).body).toMatchObject({
      view: { state: 'allowed' },
    });
  });

  test('without a server everything is as it was, and the log says why', async () => {
    const run = new Run();
    const without = await run.print().ended;
    const via = await run.print('--ask-via', 'inbox').ended;
    expect([without.exit, via.exit, run.made]).toEqual([3, 3, false]);
    const [one, other] = run.log();
    expect(one?.because).not.toHaveProperty('cause');
    expect(other?.because).toMatchObject({ by: 'non-interactive', cause: 'inbox-unreachable' });
    const denied = ({ stdout }: { stdout: string }) => JSON.parse(stdout).permission_denials;
    expect(JSON.stringify(denied(via)).replaceAll(/"tool_use_id":"[^"]*"/g, '')).toEqual(
      JSON.stringify(denied(without)).replaceAll(/"tool_use_id":"[^"]*"/g, ''),
    );
    expect(via.stderr).toContain('caliban: the inbox cannot be asked: `caliban serve` is not running\n');
  });

  test('on demand the question starts the server', async () => {
    const run = new Run('[serve]\nstart = "on-demand"\nidle_minutes = 1\n');
    const print = run.print('--ask-via', 'inbox');
    while (!existsSync(run.files.description)) await new Promise((resolve) => setTimeout(resolve, 10));
    await answerQuestion(run.client, await nextQuestion(run.client), { action: 'allow' });
    expect(await print.ended).toMatchObject({ exit: 0 });
    expect(run.made).toBe(true);
  });

  test('a run that is interrupted takes its question back', async () => {
    const run = new Run();
    await run.serve();
    const print = run.print('--ask-via', 'inbox');
    const view = await nextQuestion(run.client);
    print.child.kill('SIGINT');
    expect(await print.ended).toMatchObject({ exit: 130 });
    expect((await run.client.send({ method: 'GET', path: `/api/asks/${view.id}` })).body).toMatchObject({
      view: { state: 'cancelled' },
    });
  });

  test('not together with auto-allow', async () => {
    const run = new Run();
    expect(await run.print('--ask-via', 'inbox', '--auto-allow').ended).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('--ask-via and auto-allow do not go together'),
    });
  });
});
