import { spawnSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { whyNotConfined } from './helpers/can-confine.ts';
import { toolResults } from './helpers/frames.ts';
import { bash, script, type Use } from './helpers/scripts.ts';
import { type Finished, Workplace } from './helpers/workplace.ts';

const SETTINGS = (mode: string) => `[sandbox]\nmode = "${mode}"\n`;
const RULES = [
  ['Read:~/.ssh/**', 'deny'],
  ['Write:prod/**', 'deny'],
  ['WebFetch', 'deny'],
]
  .map(([pattern = '', action = '']) => ruleText(pattern, action))
  .join('');

function ruleText(pattern: string, action: string): string {
  return `[[permissions.rules]]\npattern = "${pattern}"\naction = "${action}"\n`;
}

/** Programs that read and write out of sight of the gate. */
const PEEK = `node -e 'console.log(require("fs").readFileSync(process.env.HOME + "/.s" + "sh/id", "utf8"))'`;
const SPOIL = `node -e 'require("fs").writeFileSync("pro" + "d/a.txt", "spoilt")'`;

const whyNot = await whyNotConfined();

/** Run before the program, in namespaces of its own. Missing: why it can't be tried here. */
const UNSHARED = spawnSync('unshare', ['-Urm', 'true']).status === 0;
if (!UNSHARED) process.stderr.write('skipped: broken sandboxes: `unshare -Urm` does not work here\n');

const MANY_FILES = Array.from({ length: 250 }, (_, at) => `prod-${at}.key`);

/** Ways in which a sandbox fails, each with what is said. */
const BROKEN: readonly (readonly [name: string, within: string | undefined, rules: string, problem: RegExp])[] = [
  [
    'bubblewrap is missing',
    'for file in /usr/bin/bwrap /usr/local/bin/bwrap; do [ ! -e $file ] || mount --bind /dev/null $file; done',
    '',
    /bubblewrap is not installed/,
  ],
  [
    'namespaces are switched off',
    'for kind in user mnt pid net; do echo 0 > /proc/sys/user/max_${kind}_namespaces; done',
    '',
    /bubblewrap does not work here: Creating new namespace failed/,
  ],
  [
    'the disk is full, and a name must be kept free',
    'mkdir -p full; mount -t tmpfs -o nr_inodes=1 x full',
    ruleText('Write:full/new.txt', 'deny'),
    /a name can't be kept free: .*ENOSPC/,
  ],
  ['the profile is too large', undefined, ruleText('Write:prod-*.key', 'deny'), /the profile is too large/],
];

describe.each(BROKEN)('%s', (_, within, rules, problem) => {
  const isSkipped = within !== undefined && (!UNSHARED || whyNot !== null);

  test.skipIf(isSkipped)('with require nothing runs', async () => {
    const { place, stdout, stderr } = await brokenRun('require');
    expect(toolResults(stdout)[0]?.content).toMatch(/may run only confined by the kernel, and /);
    expect(toolResults(stdout)[0]?.content).toMatch(problem);
    expect(stderr).not.toMatch(/unconfined/);
    expect(place.has('ran.txt')).toBe(false);
    expect(place.log().map(({ because, outcome }) => [because.kind, outcome])).toEqual([
      ['not-confined', 'deny'],
      ['not-confined', 'deny'],
    ]);
  });

  test.skipIf(isSkipped)('with prefer it runs, and that is said once', async () => {
    const { place, stdout, stderr } = await brokenRun('prefer');
    expect(toolResults(stdout).map(({ content }) => content)).toEqual(['[no output]', '[no output]']);
    const said = stderr.split('\n').filter((line) => line.includes('unconfined'));
    expect(said).toEqual([expect.stringMatching(problem)]);
    expect(place.has('ran.txt')).toBe(true);
    expect(place.log().map(({ because, confined }) => [because.kind, confined])).toEqual([
      ['rule', 'no'],
      ['rule', 'no'],
    ]);
  });

  async function brokenRun(mode: string) {
    const place = placeWith(SETTINGS(mode));
    for (const file of MANY_FILES) place.write(file, '');
    place.write('~/.config/caliban/permissions.toml', RULES + rules);
    const finished = await play(place, [bash('touch ran.txt'), bash('touch ran.txt')], ['--allow', 'Bash'], within);
    return { place, ...finished };
  }
});

describe.skipIf(whyNot !== null)('[sandbox] mode', () => {
  test.each<[mode: string, command: string, result: RegExp, isError: boolean]>([
    ['off', PEEK, /the key/, false],
    ['prefer', PEEK, /\[\S*\/\.ssh\/id is hidden from commands, blocked by `deny Read:~\/\.ssh\/\*\*` \(user, /, true],
    ['require', PEEK, /\.ssh\/id is hidden from commands/, true],
    ['off', SPOIL, /no output/, false],
    ['require', SPOIL, /prod\/a\.txt is read-only for commands, blocked by `deny Write:prod\/\*\*`/, true],
    ['require', 'cd sub && pwd && echo x > b.txt && cat b.txt', /\/ws\/sub\nx/, false],
    ['require', 'exit 7', /\[exit code 7\]/, true],
  ])('%s: `%s`', async (mode, command, result, isError) => {
    const { stdout } = await play(placeWith(SETTINGS(mode)), [bash(command)]);
    expect(toolResults(stdout)[0]?.content).toMatch(result);
    expect(toolResults(stdout)[0]?.is_error).toBe(isError);
  });

  test.each<[mode: string, command: string, code: number, logged: string | undefined]>([
    ['off', 'make test', 0, 'yes'],
    ['prefer', 'make test', 0, 'yes'],
    ['off', 'true', 0, undefined],
    ['prefer', 'true', 0, 'yes'],
    ['prefer', 'npm test', 3, undefined],
  ])('%s, and make is allowed only confined: `%s`', async (mode, command, code, logged) => {
    const place = placeWith(SETTINGS(mode));
    place.write('Makefile', 'test:\n\t@cat $$HOME/.ssh/id; true\n');
    place.write(
      '.caliban/permissions.toml',
      '[[permissions.rules]]\npattern = "Bash:make *"\naction = "allow"\nconfined = true\n',
    );
    const finished = await play(place, [bash(command)], []);
    expect([finished.code, place.log()[0]?.confined]).toEqual([code, logged]);
    if (logged !== undefined && command !== 'true')
      expect(toolResults(finished.stdout)[0]?.content).toMatch(/hidden from commands/);
  });

  test.each<[name: string, settings: string, command: string, code: number, logged: string | undefined]>([
    ['it is not switched on', '', 'node -p 1', 3, undefined],
    ['a command runs without network', 'auto_confined = true', 'node -p 1', 0, 'without-network'],
    ['also where a mode is set', 'auto_confined = true\nmode = "require"', 'node -p 1', 0, 'without-network'],
    ['a list says never', 'auto_confined = true', 'rm -rf /', 0, undefined],
  ])('auto mode without a model: %s', async (_, settings, command, code, logged) => {
    const place = placeWith(`[sandbox]\n${settings}\n`);
    const finished = await play(place, [bash(command)], ['--permission-mode', 'auto']);
    expect([finished.code, place.log()[0]?.confined]).toEqual([code, logged]);
    if (logged !== undefined) expect(place.log()[0]?.because).toMatchObject({ kind: 'mode', mode: 'auto' });
  });

  test("commands can't read the keys with which questions are answered", async () => {
    const place = placeWith(SETTINGS('require'));
    const keys = ['serve/server.json', 'hub/agent.json', 'hub/person.json'];
    for (const key of keys) place.write(`~/.local/state/caliban/${key}`, 'the key');
    place.write('read.sh', keys.map((key) => `cat ~/.local/state/caliban/${key}`).join('; '));
    const { stdout } = await play(place, [bash('sh read.sh')]);
    expect(toolResults(stdout)[0]?.content).not.toContain('the key');
    expect(toolResults(stdout)[0]?.content).toMatch(
      /serve\/server\.json is hidden from commands, because it holds a secret/,
    );
  });

  test('denied accesses of a command are in the log', async () => {
    const place = placeWith(SETTINGS('require'));
    await play(place, [bash(PEEK)]);
    const [decision, ...after] = place.log();
    expect(after.map(({ event, tool_use_id, blocked }) => [event, tool_use_id, blocked])).toEqual([
      ['blocked', decision?.tool_use_id, [expect.stringMatching(/\.ssh\/id is hidden .*`deny Read:~\/\.ssh\/\*\*`/)]],
    ]);
    const audit = await place.run(['perms', 'audit', '--json']);
    expect(JSON.parse(audit.stdout)).toMatchObject({ tool_name: 'Bash', confined: 'yes', blocked: after[0]?.blocked });
  });

  test('denied accesses of a background command are in its file and in the log', async () => {
    const place = placeWith(SETTINGS('require'));
    const { stdout } = await play(place, [
      bash(PEEK, { run_in_background: true }),
      bash('sleep 2; cat "$TMPDIR"/*/background-1.log'),
    ]);
    expect(toolResults(stdout)[1]?.content).toMatch(
      /\.ssh\/id is hidden from commands.*\]\n\[the command ended with exit code 1\]/,
    );
    const [first] = place.log();
    const blocked = place.log().filter(({ event }) => event === 'blocked');
    expect(blocked[0]?.tool_use_id).toBe(first?.tool_use_id);
  });

  test('a command in the background, and the kill that ends it', async () => {
    const place = placeWith(SETTINGS('require'));
    const { stdout } = await play(place, [bash(`${PEEK}; sleep 600`, { run_in_background: true })]);
    expect(toolResults(stdout)[0]?.content).toMatch(/running in the background/);
    expect(await place.orphans()).toEqual([]);
  });

  test('hooks are confined too', async () => {
    const hook = `${PEEK} > "$CALIBAN_PROJECT_DIR/stolen.txt" 2>&1; true`;
    const place = placeWith(
      `${SETTINGS('require')}[[hooks]]\nevent = "PreToolUse"\ncommand = ${JSON.stringify(hook)}\n`,
    );
    await play(place, [bash('true')]);
    expect(place.read('stolen.txt')).toMatch(/ENOENT/);
  });
});

describe.skipIf(whyNot !== null)('an added directory', () => {
  const WRITES = ['a.txt', 'prod/b.txt', '.caliban/permissions.toml', '../other/c.txt'];
  const WRITE = `for name in ${WRITES.join(' ')}; do node -e 'require("fs").writeFileSync(process.argv[1], "written")' "$HOME/lib/$name" 2>/dev/null; done`;

  test.each<[name: string, flags: readonly string[], written: readonly string[]]>([
    ['not added', [], []],
    ['added', ['--add-dir', '~/lib'], ['a.txt']],
  ])('is writable by commands and MCP servers as the workspace is: %s', async (_, flags, written) => {
    for (const starter of ['command', 'server'] as const) {
      const place = placeWith(
        SETTINGS('require') +
          (starter === 'server' ? `[mcp_servers.x]\ncommand = "/bin/sh"\nargs = ["write.sh"]\n` : ''),
      );
      place.write('~/.config/caliban/permissions.toml', RULES.replace('Write:prod/**', 'Write:./prod/**'));
      for (const name of WRITES) place.write(`~/lib/${name}`, 'as it was');
      place.write('write.sh', WRITE);
      const uses = [bash(starter === 'command' ? 'sh write.sh' : 'true')];
      await play(place, uses, ['--allow', 'Bash', ...flags]);
      const found = WRITES.filter((name) => place.read(`~/lib/${name}`) === 'written');
      expect({ starter, found }).toEqual({ starter, found: written });
    }
  });
});

/** The first command puts a link to another directory where a writable one was; the second writes there. */
describe.skipIf(whyNot !== null)('a program can’t have the next one write elsewhere', () => {
  test.each<[what: string, redirect: string, temporary: string, flags: readonly string[]]>([
    ['the directory for temporary files', 'mv tmp away; ln -s ~/other tmp', 'tmp', []],
    ['the one above it', 'mv a away; mkdir a; ln -s ~/other a/tmp', 'a/tmp', []],
    ['a link to it', 'ln -sfn ~/other link', 'link', []],
    ['an added directory', 'mv "$TMPDIR/lib" away; ln -s ~/other "$TMPDIR/lib"', '/tmp', ['--add-dir', '/tmp/lib']],
    ['a link to an added directory', 'ln -sfn ~/other link', '/tmp', ['--add-dir', 'link']],
  ])('%s', async (_, redirect, temporary, flags) => {
    const place = placeWith(SETTINGS('require'));
    for (const file of ['tmp/x', 'a/tmp/x', '/tmp/lib/x', '~/other/x', '~/lib/x']) place.write(file, '');
    symlinkSync(place.path(temporary === 'link' ? 'tmp' : '~/lib'), place.path('link'));
    const where = flags.map((flag) => (flag.startsWith('/') ? place.path(flag) : flag));
    place.write('redirect.sh', redirect);
    const uses = [bash('sh redirect.sh'), bash('echo x > ~/other/stray.txt')];
    place.write('/script.json', script(...uses));
    const model = `scripted:${place.path('/script.json')}`;
    const args = ['-p', 'go', '--model', model, '--output-format', 'stream-json', '--allow', 'Bash', ...where];
    const { stdout } = await place.run(args, { env: { TMPDIR: place.path(temporary) } });
    expect(toolResults(stdout)).toHaveLength(2);
    expect(toolResults(stdout)[1]?.content).toContain('Read-only file system');
    expect(place.has('~/other/stray.txt')).toBe(false);
  });
});

function placeWith(settings: string): Workplace {
  const place = new Workplace({
    '~/.config/caliban/settings.toml': settings,
    '~/.config/caliban/permissions.toml': RULES,
    '~/.ssh/id': 'the key\n',
    'prod/a.txt': 'production\n',
    'sub/c.txt': '',
    '/tmp/.keep': '',
  });
  return place;
}

function play(
  place: Workplace,
  uses: readonly Use[],
  flags: readonly string[] = ['--allow', 'Bash'],
  within?: string,
): Promise<Finished> {
  place.write('/script.json', script(...uses));
  const model = `scripted:${place.path('/script.json')}`;
  return place.run(['-p', 'go', '--model', model, '--output-format', 'stream-json', ...flags], {
    env: { TMPDIR: place.path('/tmp') },
    ...(within === undefined ? {} : { within }),
  });
}
