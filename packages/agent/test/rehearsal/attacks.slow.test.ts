import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hasItsPrograms } from '../helpers/installed.ts';
import { Scratch, whyNotRehearsed } from './scratch.ts';

const skipped = (await whyNotRehearsed()) !== null;

describe.skipIf(skipped)('nothing outside of the overlay is changed, and nothing hidden is read', () => {
  let scratch: Scratch;
  beforeEach(() => {
    scratch = new Scratch({ rules: 'deny Read:~/.ssh/**; deny Read:./.env; deny Write:./fixed; deny Write:./kept/**' });
    scratch.write({ '.env': 'SECRET=1', 'kept/x': 'x', '../.ssh/id': 'PRIVATE' });
    symlinkSync('../outside', join(scratch.workspace, 'out'));
    symlinkSync('..', join(scratch.workspace, 'up'));
    symlinkSync('/', join(scratch.workspace, 'all'));
  });
  afterEach(() => scratch.remove());

  const attacks = [
    // Through links, by every name there is.
    'echo x > out',
    'echo x > up/outside; rm -rf up/repo/d',
    'echo x > "all$PWD/../outside"',
    'ln -s ../.. l; echo x > l/home/outside',
    'ln ../outside h; echo x > h',
    'echo x > /proc/self/cwd/../outside',
    'echo x > /proc/1/root$PWD/a',
    'echo x > /proc/$PPID/root$PWD/a',
    'for p in /proc/[0-9]*; do echo x > $p/root$PWD/a; echo x > $p/cwd/a; done 2>/dev/null',
    'for f in /proc/self/fd/*; do echo x > $f; done 2>/dev/null; true',
    // Out of the overlay by mounts and namespaces.
    'unshare -m sh -c "mount --bind / /mnt; umount -l ."; umount -l . 2>/dev/null; echo x > a',
    'bash -c "u=umount; \\$u -l $PWD; \\$u $PWD; echo x > a; echo x > $PWD/a"',
    'bash -c "m=mount; \\$m -o remount,rw /; \\$m -t tmpfs x /mnt; n=nsenter; \\$n -t 1 -m echo x > a" 2>/dev/null',
    'python3 -c "import ctypes; l = ctypes.CDLL(None); print(l.umount2(b\\".\\", 2), l.unshare(0x20000), l.setns(3, 0))"; echo x > a',
    'mknod disk b 254 0; cat disk | head -c 10; dd if=/dev/zero of=disk count=1',
    // Mode, owner, attributes.
    'chmod -R 777 .; chmod 777 ..; chmod 777 ../outside',
    'chown -R 12345 . ..',
    'touch -d 2001-01-01 a ../outside',
    'python3 -c "import os; os.setxattr(\\"a\\", \\"user.x\\", b\\"1\\"); os.setxattr(\\"d\\", \\"user.overlay.opaque\\", b\\"y\\"); os.setxattr(\\"d\\", \\"trusted.overlay.opaque\\", b\\"y\\")"',
    'python3 -c "import os; os.mknod(\\"d/white\\", 0o020000, 0)"; rm a',
    'cp /bin/sh s; chmod 6755 s; ./s -p -c "echo x > ../outside"',
    // Processes that go on.
    '(sleep 0.2; echo x > a) >/dev/null 2>&1 &',
    'bash -c "trap : TERM INT HUP; (while :; do echo x > a; done) & disown; s=setsid; \\$s sh -c \\"while :; do echo x > ../outside; done\\" &"',
    'bash -c "k=kill; \\$k -9 -1"; echo x > a',
    // Files of caliban.
    'rm -rf ../.local; mkdir -p .caliban; echo x > .caliban/permissions.toml',
    'find / -xdev -name "*.json" -path "*rehearsals*" -delete 2>/dev/null; rm -rf ../.local/state/caliban/rehearsals',
    // What rules keep.
    'rm -rf kept; echo x > fixed; mv kept k; rm -rf .',
    'truncate -s 10M a; head -c 10M /dev/zero > big; fallocate -l 5M f',
    'exec 3<>/dev/tcp/127.0.0.1/9; echo x >&3',
  ];
  test.each(attacks.filter(hasItsPrograms))(
    '`%s`',
    async (command) => {
      const before = scratch.picture();
      expect(String(await scratch.changes(command))).not.toMatch(/profile|overlay can’t be made|can’t be started/);
      expect(scratch.picture()).toEqual(before);
    },
    30_000,
  );

  test.each([
    'cat .env ../.ssh/id',
    'cat up/repo/.env all$HOME/.ssh/id',
    'grep -rs . . .. --include=.env --include=id',
    'cat /proc/1/root$PWD/.env /proc/self/root$HOME/.ssh/id',
    'find / -xdev \\( -name .env -o -name id \\) -newer /proc/1 -exec cat {} + 2>/dev/null',
    'for m in $(cut -d" " -f5 /proc/self/mountinfo); do cat "$m/.env" "$m/.ssh/id" "$m"/*/merged/.env; done',
    'mv ../.ssh ../s; cat ../s/id; cp -r .. /tmp/copy; cat /tmp/copy/.ssh/id',
    'rm -rf .env; cat .env; git init -q; git add -f . ; git show :.env',
    'cat ../.local/state/caliban/rehearsals/*/stage/*/*/.env ../.local/state/caliban/rehearsals/*/stage/*/*/.ssh/id',
  ])(
    'hidden: `%s`',
    async (command) => {
      const call = scratch.call(command);
      const said = await scratch.rehearse(call);
      scratch.rehearsals.discard(call);
      expect(JSON.stringify(said)).not.toMatch(/SECRET|PRIVATE|profile|can’t be made|can’t be started/);
    },
    30_000,
  );

  test('a command that starts too many processes is stopped', async () => {
    expect(await scratch.changes('for i in $(seq 2000); do sleep 20 & done; wait')).toBe(
      'it starts too many processes',
    );
  });

  test('a socket in the workspace is not answered by who listens there', async () => {
    let asked = 0;
    const server = createServer(() => {
      asked += 1;
    });
    const path = join(scratch.workspace, 'sock');
    await new Promise<void>((resolve) => server.listen(path, resolve));
    try {
      await scratch.changes('python3 -c "import socket; socket.socket(socket.AF_UNIX).connect(\'sock\')"');
      await scratch.changes('bash -c "exec 3<>/dev/tcp/127.0.0.1/1"');
      expect(asked).toBe(0);
    } finally {
      await new Promise((resolve) => server.close(resolve));
    }
  });

  test('a file with two names keeps both', async () => {
    execFileSync('ln', ['a', 'two'], { cwd: scratch.workspace });
    expect(await scratch.changes('echo x > a')).toBe('it changes `a`, which has a second name (a hard link)');
    expect(await scratch.changes('rm a')).toEqual(['deleted a']);
    expect(readFileSync(join(scratch.workspace, 'two'), 'utf8')).toBe('one\n');
  });

  test('a file system mounted in the workspace is not hidden', async () => {
    mkdirSync(join(scratch.workspace, 'm'));
    const mounted = execFileSync('/bin/sh', ['-c', 'mount -t tmpfs x m 2>&1; echo $?'], { cwd: scratch.workspace });
    if (mounted.toString().trim() !== '0') return;
    try {
      expect(await scratch.changes('ls m')).toBe('another file system is mounted in the workspace');
    } finally {
      execFileSync('umount', [join(scratch.workspace, 'm')]);
    }
  });

  test("another process's concurrent write is neither lost nor attributed to the command", async () => {
    const writing = setInterval(() => writeFileSync(join(scratch.workspace, 'd/b'), `${Math.random()}`), 5);
    try {
      expect(await scratch.changes('sleep 0.3; echo x >> d/b')).toBe(
        'something else has changed the workspace meanwhile',
      );
      expect(await scratch.changes('sleep 0.1; echo x > n')).toEqual(['created n']);
    } finally {
      clearInterval(writing);
    }
  });
});
