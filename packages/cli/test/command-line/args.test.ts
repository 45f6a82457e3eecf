import { describe, expect, test } from 'vitest';
import { readArgs } from '../../src/command-line/args.ts';
import { PERMS_COMMANDS } from '../../src/command-line/perms-commands.ts';

describe('flags and operands', () => {
  const add = command('add');

  test.each([
    [['Edit', 'allow', '--at', 'before', 'Bash:git *'], 'before Bash:git *'],
    [['Edit', '--at', 'before', 'Bash:git *', 'allow'], 'before Bash:git *'],
    [['--at', 'before Bash:git *', 'Edit', 'allow'], 'before Bash:git *'],
    [['Edit', 'allow', '--at=top'], 'top'],
    [['Edit', 'allow'], undefined],
  ])('%j: the place is %s', (argv, place) => {
    const args = readArgs(add, argv);
    expect([args.operands, args.text('at')]).toEqual([['Edit', 'allow'], place]);
  });

  test('rules keep their order, whichever flag they are', () => {
    const { rules } = readArgs(command('test'), ['--deny', 'a', '--allow', 'b', 'Bash', '--ask=c', '--deny', 'd']);
    expect(rules.map(({ action, pattern }) => `${action} ${pattern}`)).toEqual([
      'deny a',
      'allow b',
      'ask c',
      'deny d',
    ]);
  });

  test.each([
    [['--scop', 'user'], 'there is no flag `--scop` here (did you mean `--scope`?); --help lists them'],
    [['--scope', 'usr'], '--scope `usr` is unknown (did you mean `user`?); it takes user, project, local'],
    [['--scope'], '--scope needs a value'],
    [['--comment', '-x'], 'the value of --comment begins with a dash; write --comment=VALUE'],
    [['--json=yes'], "'--json' does not take an argument"],
  ])('%j is refused', (argv, message) => {
    expect(() => readArgs(add, argv)).toThrow(message);
  });
});

function command(name: string) {
  const found = PERMS_COMMANDS.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no command ${name}`);
  return found;
}
