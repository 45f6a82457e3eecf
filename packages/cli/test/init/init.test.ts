import { afterEach, beforeEach, expect, test } from 'vitest';
import { Scratch } from '../helpers/scratch.ts';

let scratch: Scratch;

beforeEach(() => {
  scratch = new Scratch();
  scratch.write('package.json', '{ "scripts": { "test": "vitest run" } }');
});

afterEach(() => scratch.remove());

const files = async () =>
  (await scratch.run('cat ~/.config/caliban/permissions.toml .caliban/permissions.toml 2>/dev/null')).output;

test.each([
  ['caliban init', 2],
  ['caliban init --dry-run', 0],
  ['caliban init --json', 0],
])('`%s` writes nothing without a terminal', async (command, exit) => {
  expect((await scratch.run(command)).exit).toBe(exit);
  expect(await files()).toBe('');
});

test('--yes writes both files, they load without a finding, and once more changes nothing', async () => {
  expect(await scratch.run('caliban init --yes')).toMatchObject({ exit: 0 });
  const written = await files();
  expect(written).toContain('[permissions]\nsee_through_wrappers = true\n');
  expect(written).toContain('pattern = "Bash(npm test)"');
  expect((await scratch.run('caliban perms lint')).exit).toBe(0);
  expect((await scratch.run('caliban init --yes')).output).toContain('Nothing to write.');
  expect(await files()).toBe(written);
});

test("a file's content stays, with its comments, its order and its settings", async () => {
  const own = `# mine
[[permissions.rules]] # first
pattern = "Bash(npm publish)"
action = "allow" # we do that

[[permissions.rules]]
pattern = "@publish"
action = "deny"
`;
  scratch.write('~/.config/caliban/permissions.toml', own);
  await scratch.run('caliban init --yes --user-only');
  const written = await files();
  const lines = written.split('\n');
  const places = own
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => lines.indexOf(line));
  expect(places.every((place) => place !== -1)).toBe(true);
  expect(written.match(/@publish/g)).toHaveLength(1);
  expect(written.match(/see_through_wrappers/g)).toHaveLength(1);
  expect((await scratch.run("caliban perms test Bash 'npm publish'")).exit).toBe(0);
});

test('the user who adds allows to a project has accepted them', async () => {
  await scratch.run('caliban init --yes --project-only');
  expect((await scratch.run("caliban perms test Bash 'npm test'")).exit).toBe(0);
  expect((await scratch.run('cat ~/.config/caliban/permissions.toml')).exit).toBe(1);
});
