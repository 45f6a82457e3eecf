import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { inboxClient, serverFiles } from '@caliban/inbox';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { whyNotRehearsed } from '../../../agent/test/rehearsal/scratch.ts';
import { answerQuestion, nextQuestion } from '../asks/answers.ts';
import { Place } from './helpers/place.ts';
import { bash, script } from './helpers/replies.ts';
import { ask, asks, send } from './helpers/steps.ts';

const skipped = (await whyNotRehearsed()) !== null;
let place: Place;

beforeEach(() => {
  place = new Place();
  place.write('~/.config/caliban/settings.toml', '[sandbox]\nrehearse = true\n');
  mkdirSync(place.path('src'));
  place.write('src/config.ts', 'limit = 10\n');
  place.write('src/old.ts', 'old\n');
});

afterEach(() => place.remove());

const COMMAND = "sed -i 's/10/25/' src/config.ts && rm src/old.ts && mkdir gen && cd gen";
const journals = () => readdirSync(place.path('~/.local/state/caliban/rehearsals'));

describe.skipIf(skipped)('a command is rehearsed before it is asked about', () => {
  test.each([
    ['drawn', []],
    ['in lines', ['--plain']],
  ])('yes, no, and undo: %s', async (_, args) => {
    const isPlain = args.length > 0;
    const turns = script([bash(COMMAND)], [bash('pwd; rm -rf ../src')], [bash('curl -s http://localhost:1')]);
    const terminal = await place.session(turns, { args, rows: 60, columns: 120 });
    const asked = async (text: string) => {
      if (!isPlain) return ask(terminal, text);
      send(terminal, 'go on');
      return terminal.shows('your answer:');
    };
    const answer = (key: string) => (isPlain ? send(terminal, key) : terminal.press(key));

    await asked('rm src/old.ts');
    expect(terminal.text).toContain('3 changes. A yes makes them, without running it again.');
    for (const line of ['created directory gen', 'changed src/config.ts', 'deleted src/old.ts', '+limit = 25'])
      expect(terminal.text).toContain(line);
    expect(existsSync(place.path('src/old.ts'))).toBe(true);
    answer('o');
    await terminal.shows('end of turn 1');
    expect(existsSync(place.path('src/old.ts'))).toBe(false);
    expect(readFileSync(place.path('src/config.ts'), 'utf8')).toBe('limit = 25\n');

    // The directory that the command ended in is that of the next one.
    send(terminal, 'go on');
    await terminal.shows(`${place.path('gen')}`);
    await terminal.shows('deleted src/config.ts');
    await (isPlain ? terminal.shows(/rm -rf[\s\S]*your answer:/) : asks(terminal, 'rm -rf ../src'));
    answer('r');
    await terminal.shows('end of turn 2');
    expect(existsSync(place.path('src/config.ts'))).toBe(true);
    expect(journals()).toHaveLength(1);

    send(terminal, 'go on');
    await terminal.shows('Not rehearsed: it needs the network.');
    await (isPlain ? terminal.shows(/curl[\s\S]*your answer:/) : asks(terminal, 'curl'));
    answer('r');
    await terminal.shows('end of turn 3');

    send(terminal, '/undo');
    await terminal.shows('applied commands, newest first:');
    send(terminal, '/undo 1');
    await terminal.shows('undid');
    expect(existsSync(place.path('gen'))).toBe(false);
    expect(readFileSync(place.path('src/config.ts'), 'utf8')).toBe('limit = 10\n');
    expect(readFileSync(place.path('src/old.ts'), 'utf8')).toBe('old\n');
    expect(journals()).toEqual([]);
    const log = readFileSync(place.path('~/.local/state/caliban/permission-decisions.jsonl'), 'utf8');
    expect([...log.matchAll(/"rehearsal":"(\w+)"/g)].map(([, what]) => what)).toEqual(['shown', 'shown', 'ran']);
  });

  test('a yes from the inbox makes the changes that were shown there, and no other', async () => {
    place.write(
      '~/.config/caliban/settings.toml',
      '[serve]\nstart = "on-demand"\nidle_minutes = 1\n[inbox]\nterminal = true\n[sandbox]\nrehearse = true\n',
    );
    const files = serverFiles(place.path('~/.local/state/caliban'));
    const client = inboxClient(files);
    try {
      const turns = [bash('date +%N > src/config.ts; rm src/old.ts'), bash('echo 2 > src/config.ts')];
      const terminal = await place.session(script(...turns.map((turn) => [turn])), { rows: 60, columns: 120 });
      await ask(terminal, 'rm src/old.ts');
      const view = await nextQuestion(client);
      const { rehearsal } = view.ask;
      if (rehearsal?.kind !== 'ran') throw new Error('the ask has no rehearsal');
      expect(rehearsal.changes.map(({ effect, path }) => `${effect} ${path}`)).toEqual([
        'changed src/config.ts',
        'deleted src/old.ts',
      ]);
      const shown = place.run('inbox');
      for (const line of [
        '2 changes. A yes makes them',
        '~ changed src/config.ts',
        '- deleted src/old.ts',
        '-limit = 10',
      ])
        expect(shown).toContain(line);
      expect(existsSync(place.path('src/old.ts'))).toBe(true);
      place.run('inbox', 'answer', view.id, 'allow');
      await terminal.shows('end of turn 1');
      // Run again, the command would have written another time.
      expect(rehearsal.changes[0]?.diff).toContain(`+${readFileSync(place.path('src/config.ts'), 'utf8').trim()}`);
      expect(existsSync(place.path('src/old.ts'))).toBe(false);

      // What was shown is not what would be changed by now.
      await ask(terminal, 'echo 2');
      const second = await nextQuestion(client);
      place.write('src/config.ts', 'mine\n');
      expect(await answerQuestion(client, second, { action: 'allow' })).toBe(200);
      await terminal.shows('end of turn 2');
      expect(readFileSync(place.path('src/config.ts'), 'utf8')).toBe('mine\n');
      expect(terminal.text).toContain('nothing was changed and nothing was run');
    } finally {
      place.run('serve', '--stop');
    }
  });

  test('a denied command is not, and neither is one in plan mode or by the settings of a project', async () => {
    place.write('.caliban/settings.toml', '[sandbox]\nrehearse = false\n');
    const turns = script([bash('touch denied')], [bash('touch asked')]);
    const terminal = await place.session(turns, { args: ['--deny', 'Bash:touch denied'], columns: 160 });
    expect(terminal.text).toContain('`rehearse` is ignored in a project file');
    send(terminal, 'go on');
    await terminal.shows('end of turn 1');
    await ask(terminal, 'touch asked');
    expect(terminal.text).toContain('1 change. A yes makes it');
    terminal.press('escape');
    await terminal.shows('end of turn 2');
    const log = readFileSync(place.path('~/.local/state/caliban/permission-decisions.jsonl'), 'utf8');
    expect(
      log
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).rehearsal),
    ).toEqual([undefined, 'shown']);
  });
});
