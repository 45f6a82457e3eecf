import { runtimeBackend } from '@caliban/agent/sandbox';
import type { AbsolutePath } from '@caliban/calls';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Scratch } from '../../helpers/scratch.ts';

let scratch: Scratch;

beforeEach(() => {
  scratch = new Scratch();
});

afterEach(() => scratch.remove());

const RULES = [
  ['Read:~/.ssh/known_hosts', 'allow'],
  ['Read:~/.ssh/**', 'deny'],
  ['Write:prod/**', 'ask'],
  ['WebFetch', 'deny'],
]
  .map(([pattern, action]) => `[[permissions.rules]]\npattern = "${pattern}"\naction = "${action}"\n`)
  .join('\n');

test('perms explain --sandbox says what is hidden, read-only, writable and reachable, and by which rule', async () => {
  scratch.write('.caliban/permissions.toml', RULES);
  scratch.write('prod/db.toml', '');
  scratch.write('~/.ssh/known_hosts', '');
  const { output, exit } = await scratch.run('TMPDIR=/var/tmp caliban perms explain --sandbox');
  expect(exit).toBe(0);
  const said = output.slice(output.indexOf('hidden\n'));
  // Columns are as wide as the path of a temporary directory.
  expect(said.replaceAll(/(\S) {2,}/g, '$1  ')).toMatchInlineSnapshot(`
    "hidden
      ~/.ssh/  deny Read:~/.ssh/** (project /ws/.caliban/permissions.toml:5)

    readable in what is hidden
      ~/.ssh/known_hosts  allow Read:~/.ssh/known_hosts (project /ws/.caliban/permissions.toml:1)

    writable
      /ws/  the workspace
      /var/tmp/  for temporary files

    read-only in what is writable
      /ws/.caliban/  caliban's own files
      /ws/prod/  ask Write:prod/** (project /ws/.caliban/permissions.toml:9)

    network
      none  a deny of WebFetch closes it"
  `);
});

test('perms explain --sandbox --add-dir shows the directory and what is denied in it', async () => {
  scratch.write(
    '.caliban/permissions.toml',
    '[[permissions.rules]]\npattern = "Write:./prod/**"\naction = "deny"\n[[permissions.rules]]\npattern = "Read:.env"\naction = "deny"\n',
  );
  for (const file of ['~/lib/prod/a', '~/lib/.env', '~/lib/.caliban/permissions.toml']) scratch.write(file, '');
  const { output } = await scratch.run('TMPDIR=/var/tmp caliban perms explain --sandbox --add-dir ~/lib');
  const said = output.slice(output.indexOf('hidden\n'), output.indexOf('network\n'));
  expect(said.replaceAll(/(\S) {2,}/g, '$1  ')).toMatchInlineSnapshot(`
    "hidden
      ~/lib/.env  deny Read:.env (project /ws/.caliban/permissions.toml:4)

    writable
      ~/lib/  added with --add-dir
      /ws/  the workspace
      /var/tmp/  for temporary files

    read-only in what is writable
      ~/lib/.caliban/  caliban's own files
      ~/lib/prod/  deny Write:./prod/** (project /ws/.caliban/permissions.toml:1)
      /ws/.caliban/  caliban's own files
      /ws/prod (does not exist)  deny Write:./prod/** (project /ws/.caliban/permissions.toml:1)

    "
  `);
  const refused = await scratch.run('caliban perms explain --sandbox --add-dir ~/nowhere');
  expect(refused).toMatchObject({ exit: 3, output: expect.stringContaining('there is no such directory') });
});

/** Where the sandbox runtime works, rules about single hosts are no trouble. */
const place = { home: undefined, realPath: (path: AbsolutePath) => path, judgeUrl: () => null };
const runtime = await runtimeBackend(place).open();
if (runtime.ok) await runtime.value.close();

test.each<[mode: string, mark: string]>([
  ['off', 'good'],
  ['require', runtime.ok ? 'good' : 'bad'],
])('doctor, with mode `%s` and rules about single hosts', async (mode, mark) => {
  scratch.write('.caliban/settings.toml', `[sandbox]\nmode = "${mode}"\n`);
  scratch.write(
    '.caliban/permissions.toml',
    '[[permissions.rules]]\npattern = "WebFetch(domain:a.test)"\naction = "deny"\n',
  );
  const { output } = await scratch.run('caliban doctor --json');
  const { checks } = JSON.parse(output) as { checks: readonly { mark: string; says: string }[] };
  expect(checks.find(({ says }) => says.startsWith('sandbox: '))).toMatchObject({ mark });
});
