import { mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { absolutePath } from '@caliban/calls';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hasItsPrograms } from '../helpers/installed.ts';
import { Scratch, whyNotRehearsed } from './scratch.ts';

const isRoot = process.getuid?.() === 0;
const skipped = (await whyNotRehearsed()) !== null;

describe.skipIf(skipped)('a rehearsal', () => {
  let scratch: Scratch;
  beforeEach(() => {
    scratch = new Scratch();
  });
  afterEach(() => scratch.remove());

  test.each<[command: string, said: readonly string[] | string]>([
    ['true', []],
    ['echo x >> a', ['changed a']],
    ['echo x > n; rm a', ['deleted a', 'created n']],
    ['rm -r d', ['deleted directory d', 'deleted d/b', 'deleted directory d/sub', 'deleted d/sub/c']],
    // An opaque directory: what was in it is gone.
    ['rm -r d/sub; mkdir d/sub; echo x > d/sub/n', ['deleted d/sub/c', 'created d/sub/n']],
    ['rm a; mkdir a', ['changed directory a (was a file, mode 644 → 755)']],
    ['rm a; echo one > a', []],
    ['touch a; chmod 644 a', []],
    ['chmod 755 a', ['changed a (mode 644 → 755)']],
    ['ln -s /etc/passwd l', ['created link l (leads to /etc/passwd)']],
    ['echo x > "$(printf "a\\nb")"; echo x > "  ä*"; echo x > -rf', ['created   ä*', 'created -rf', 'created a\nb']],
    ['mv d/sub d/s', ['created directory d/s', 'created d/s/c', 'deleted directory d/sub', 'deleted d/sub/c']],
    ['mkdir -p x/y; chmod 500 x', ['created directory x', 'created directory x/y']],
    ['chmod 000 d', isRoot ? ['changed directory d (mode 755 → 000)'] : 'it changes a directory that can’t be read'],
    ['echo x > a; false', ['changed a']],
    ['cd d && kill -9 $$', '`kill` is about processes, networks or mounts, and a rehearsal has its own'],
    ["bash -c 'kill -9 $PPID'; echo x > n", []],
  ])('`%s`', async (command, said) => {
    const before = scratch.picture();
    expect(await scratch.changes(command)).toEqual(said);
    expect(scratch.picture()).toEqual(before);
  });

  test('changes in an added directory are noticed, and not made', async () => {
    const beside = mkdtempSync('/var/tmp/caliban-beside-');
    const withBeside = new Scratch({ added: [beside] });
    try {
      expect(await withBeside.changes(`ls ${beside}; echo x >> a`)).toEqual(['changed a']);
      expect(await withBeside.changes(`echo x > ${beside}/n`)).toBe(
        `it changes files outside of the workspace: ${beside}/n`,
      );
      expect(readdirSync(beside)).toEqual([]);
    } finally {
      withBeside.remove();
      rmSync(beside, { recursive: true });
    }
  });

  test('commands don’t see secrets that are masked', async () => {
    const file = join(scratch.workspace, 'a');
    const masking = new Scratch({
      env: { MY_TOKEN: 'real' },
      secrets: [
        { source: { kind: 'variable', name: 'MY_TOKEN' }, hosts: ['a.test'] },
        { source: { kind: 'file', path: absolutePath(file) }, hosts: ['a.test'] },
      ],
    });
    try {
      expect(await masking.rehearse('echo "token: $MY_TOKEN"')).toMatchObject({ output: 'token: \n' });
      expect(await masking.changes(`cat ${file}`)).toMatch(/a is hidden from commands, because it holds a secret/);
    } finally {
      masking.remove();
    }
  });

  const impossible: readonly [command: string, why: string | RegExp][] = [
    ["python3 -c \"import os; os.rename('d', 'e')\"", 'it renames a directory, which an overlay can’t do'],
    ['echo x > ../outside', /^it changes files outside of the workspace: .*\/home\/outside$/],
    [
      `echo x > '${realpathSync(tmpdir())}/caliban-test-outside'`,
      /^it changes files outside of the workspace: .*\/caliban-test-outside$/,
    ],
    ['echo x > /etc/caliban-test', /^\/etc\/caliban-test is outside of what commands may write/],
    ['curl -s http://localhost:1 || true', 'it needs the network'],
    ['ln a l', 'it gives `l` a second name (a hard link)'],
    ['mkfifo p', 'it is about `p`, which is a device, a socket or a pipe'],
    ['chmod u+s a', 'it makes `a` run as another user or group'],
    ['sleep 5 & echo', 'it leaves processes running'],
    ['sleep 5 >/dev/null 2>&1 & echo', 'it leaves processes running'],
    ['bash -c "setsid sleep 5 >/dev/null 2>&1 &" ; echo', 'it leaves processes running'],
    ['sleep 20', 'it takes longer than 10 seconds'],
    ['head -c 200M /dev/zero > big', 'it writes too much'],
    ['truncate -s 1T big', 'it changes too much'],
    ['for i in $(seq 1 6000); do : > f$i; done', 'it changes too many files'],
    ['docker ps', '`docker` talks to programs outside'],
    ['echo x > $(printf "\\377")', 'it changes files whose names are not UTF-8'],
  ];
  test.each(impossible.filter(([command]) => hasItsPrograms(command)))(
    '`%s` can’t be rehearsed',
    async (command, why) => {
      const before = scratch.picture();
      const said = await scratch.changes(command);
      if (typeof why === 'string') expect(said).toBe(why);
      else expect(said).toMatch(why);
      expect(scratch.picture()).toEqual(before);
    },
    30_000,
  );
});
