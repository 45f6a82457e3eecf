import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { appliedCommands, undoCommand, undoProblem } from '../../src/rehearsal/applied-commands.ts';
import { Scratch, whyNotRehearsed } from './scratch.ts';

const skipped = (await whyNotRehearsed()) !== null;

describe.skipIf(skipped)('applied and undone', () => {
  let scratch: Scratch;
  let real: Scratch;
  beforeEach(() => {
    scratch = new Scratch();
    real = new Scratch();
  });
  afterEach(() => {
    scratch.remove();
    real.remove();
  });

  test.each([
    'echo x >> a; rm -r d; mkdir -p n/m; echo y > n/m/o',
    'rm a; mkdir a; echo x > a/b; rm -r d; echo file > d',
    'chmod 755 a; chmod 700 d; ln -s a l; ln -s /etc/passwd d/l; rm d/b',
    'mkdir x; echo x > x/y; chmod 500 x; chmod 400 a',
    'echo x > "$(printf "a\\nb")"; echo x > "  ä*"; echo x > -rf; mv d "e f"',
    'truncate -s 1M sparse; head -c 3000 /dev/urandom >/dev/null; printf "\\0\\377" > bytes',
    'git init -q g && cd g && git config user.email x@y && git config user.name x && echo 1 > f && git add f && git commit -qm 1',
  ])('`%s`', async (command) => {
    const before = scratch.picture();
    const call = scratch.call(command);
    expect(await scratch.rehearse(call)).toMatchObject({ kind: 'ran', exitCode: 0 });
    expect(scratch.picture()).toEqual(before);

    const rehearsed = scratch.rehearsals.take(call);
    expect(await rehearsed?.apply()).toEqual({ ok: true, value: undefined });
    const after = scratch.picture();
    expect(after).not.toEqual(before);
    if (!command.startsWith('git')) {
      const { execFileSync } = await import('node:child_process');
      execFileSync('/bin/bash', ['-c', command], { cwd: real.workspace });
      expect(after).toEqual(real.picture());
    }

    const [applied] = appliedCommands(scratch.journals);
    expect(applied).toMatchObject({ command, workspace: scratch.workspace, sessionId: 's' });
    expect(await undoProblem(scratch.journals, applied?.id ?? '')).toBeNull();
    expect(await undoCommand(scratch.journals, applied?.id ?? '')).toEqual({ ok: true, value: undefined });
    expect(scratch.picture()).toEqual(before);
    expect(readdirSync(scratch.journals)).toEqual([]);
  });

  const COMMAND = 'echo x >> a; rm -r d; mkdir n; echo y > n/m';

  test.each<[what: string, change: (at: string) => void, why: string]>([
    ['edited', (at) => writeFileSync(join(at, 'a'), 'other'), '`a` was changed since'],
    ['deleted', (at) => rmSync(join(at, 'd/b')), '`d/b` is gone since'],
    ['created', (at) => mkdirSync(join(at, 'n')), '`n` was created since'],
    ['created below what goes', (at) => writeFileSync(join(at, 'd/other'), ''), '`d/other` was created since'],
    [
      'led elsewhere',
      (at) => {
        rmSync(join(at, 'd'), { recursive: true });
        mkdirSync(join(at, '../elsewhere/sub'), { recursive: true });
        writeFileSync(join(at, '../elsewhere/b'), 'two\n');
        writeFileSync(join(at, '../elsewhere/sub/c'), 'three\n');
        symlinkSync('../elsewhere', join(at, 'd'));
      },
      '`d` was changed since',
    ],
  ])('a file that was %s meanwhile: nothing is applied', async (_, change, why) => {
    const call = scratch.call(COMMAND);
    await scratch.rehearse(call);
    change(scratch.workspace);
    const before = scratch.picture();
    expect(await scratch.rehearsals.take(call)?.apply()).toEqual({ ok: false, error: why });
    expect(scratch.picture()).toEqual(before);
    expect(appliedCommands(scratch.journals)).toEqual([]);
  });

  test.each<[what: string, change: (at: string) => void, why: string]>([
    ['edited', (at) => writeFileSync(join(at, 'a'), 'other'), '`a` was changed since'],
    ['deleted', (at) => rmSync(join(at, 'n/m')), '`n/m` is gone since'],
    ['created', (at) => mkdirSync(join(at, 'd')), '`d` was created since'],
    ['created below what goes', (at) => writeFileSync(join(at, 'n/other'), ''), '`n/other` was created since'],
  ])('a file that was %s since: nothing is undone', async (_, change, why) => {
    const call = scratch.call(COMMAND);
    await scratch.rehearse(call);
    await scratch.rehearsals.take(call)?.apply();
    change(scratch.workspace);
    const before = scratch.picture();
    const [applied] = appliedCommands(scratch.journals);
    expect(await undoCommand(scratch.journals, applied?.id ?? '')).toEqual({ ok: false, error: why });
    expect(scratch.picture()).toEqual(before);
    expect(appliedCommands(scratch.journals)).toHaveLength(1);
  });
});
