import { existsSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Place } from './helpers/place.ts';
import { send } from './helpers/steps.ts';

let place: Place;

/** Three sessions, each with the same three commands. */
beforeEach(() => {
  place = new Place();
  for (const sessionId of ['s1', 's2', 's3']) {
    const lines = ['make build', 'make test', 'make docs'].flatMap((command, index) => {
      const id = `${sessionId}-${index}`;
      const use = { type: 'tool_use', id, name: 'Bash', input: { command } };
      return [
        {
          type: 'assistant',
          cwd: place.path('.'),
          sessionId,
          timestamp: new Date().toISOString(),
          message: { content: [use] },
        },
        { type: 'user', sessionId, message: { content: [{ type: 'tool_result', tool_use_id: id, content: 'ok' }] } },
      ];
    });
    place.write(`~/.claude/projects/ws/${sessionId}.jsonl`, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  }
});

afterEach(() => place.remove());

const RULES = '.caliban/permissions.toml';

test('each rule is accepted, edited or skipped, and written after one more yes', async () => {
  const terminal = place.command('perms', 'learn');
  await terminal.shows(/1 of 4\s+ask {3}@dangerous[\s\S]*write nothing >\s*$/);
  send(terminal, 'x');
  await terminal.shows('Type y, n, e, a or q.');
  send(terminal, 'y');
  await terminal.shows(/2 of 4\s+allow Bash:make docs[\s\S]*write nothing >\s*$/);
  send(terminal, 'y');
  await terminal.shows(/3 of 4\s+allow Bash:make test[\s\S]*write nothing >\s*$/);
  send(terminal, 'n');
  await terminal.shows(/4 of 4\s+allow Bash:make build[\s\S]*write nothing >\s*$/);
  send(terminal, 'e');
  await terminal.shows('pattern, empty to leave it as it is [Bash:make build] >');
  send(terminal, 'Bash:make build-*');
  await terminal.shows('Write this? [y/N] >');
  send(terminal, 'y');
  await terminal.shows('Wrote 3 rules to');
  const patterns = [...place.read(RULES).matchAll(/^pattern = "(.*)"$/gm)].map(([, pattern]) => pattern);
  expect(patterns).toEqual(['@dangerous', 'Bash:make docs', 'Bash:make build-*']);
});

test('an edit that would allow too much says what', async () => {
  const terminal = place.command('perms', 'learn');
  await terminal.shows(/1 of 4[\s\S]*write nothing >\s*$/);
  send(terminal, 'y');
  await terminal.shows(/2 of 4[\s\S]*write nothing >\s*$/);
  send(terminal, 'e');
  await terminal.shows('pattern, empty');
  send(terminal, 'Bash:make *');
  await terminal.shows(/would also allow `make [^`]+`\. Keep it all the same\? \[y\/N] >\s*$/);
});

test('q leaves everything as it was', async () => {
  const terminal = place.command('perms', 'learn');
  await terminal.shows(/1 of 4[\s\S]*write nothing >\s*$/);
  send(terminal, 'q');
  await terminal.shows('Nothing was written.');
  expect(existsSync(place.path(RULES))).toBe(false);
});

test('without the rule above them, the others are skipped', async () => {
  const terminal = place.command('perms', 'learn');
  await terminal.shows(/1 of 4[\s\S]*write nothing >\s*$/);
  send(terminal, 'n');
  await terminal.shows('Rules that are only safe with this one are skipped too.');
  await terminal.shows('Nothing was written.');
});
