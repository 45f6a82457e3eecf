import { describe, expect, test } from 'vitest';
import { isInstalled, offersOf, SHELLS } from './shells.ts';

const ROWS: readonly (readonly [string, readonly string[]])[] = [
  ['caliban per', ['perms']],
  ['caliban perms l', ['learn', 'lint', 'list']],
  ['caliban perms list --sc', ['--scope']],
  ['caliban perms remove --scope ', ['local', 'project', 'user']],
  ['caliban perms test Bash --mode a', ['acceptEdits', 'auto']],
  ['caliban perms add Not', ['NotebookEdit']],
  ['caliban completion ', ['bash', 'fish', 'zsh']],
  ['caliban perms import --from ru', ['rules.toml']],
  // A word that is also a verb is what it is where it stands.
  ['caliban perms test list --ba', ['--batch']],
  ['caliban doctor perms l', []],
  // Flags of a start leave room for more of them.
  ['caliban --permission-mode plan --permission-m', ['--permission-mode']],
  ['caliban perms remove --index ', []],
];

/** Files are bash's own business, which it minds only at a terminal. */
const OWN: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  bash: { 'caliban perms import --from ru': [] },
};

describe.each(SHELLS)('$name, by $by', (shell) => {
  test.skipIf(!isInstalled(shell))(`offers what fits (needs ${shell.name}; install it to run this)`, () => {
    const lines = ROWS.map(([line]) => line);
    const expected = ROWS.map(([line, offered]) => [line, OWN[shell.name]?.[line] ?? offered]);
    expect(offersOf(shell, lines).map((offered, index) => [lines[index], offered])).toEqual(expected);
  });

  test.skipIf(!isInstalled(shell))(
    `completes behind an equals sign (needs ${shell.name}; install it to run this)`,
    () => {
      const [offered] = offersOf(shell, ['caliban perms list --scope=us']);
      expect(offered).toEqual([shell.name === 'fish' ? '--scope=user' : 'user']);
    },
  );
});
