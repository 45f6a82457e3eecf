import { describe, expect, test } from 'vitest';
import { readArgs } from '../../src/command-line/args.ts';
import { COMPLETION, DOCTOR, START } from '../../src/command-line/command-table.ts';
import { helpFor } from '../../src/command-line/help.ts';
import { PERMS_COMMANDS } from '../../src/command-line/perms-commands.ts';

const COMMANDS = [
  ...PERMS_COMMANDS.map((command) => ({ path: `caliban perms ${command.name}`, command })),
  { path: 'caliban doctor', command: DOCTOR },
  { path: 'caliban completion', command: COMPLETION },
  { path: 'caliban', command: START },
];

describe('help', () => {
  test.each(COMMANDS)('$path: every flag, and examples', ({ path, command }) => {
    const help = helpFor(path, command);
    for (const name of Object.keys(command.flags)) expect(help).toContain(`--${name}`);
    expect(help).toMatch(/^ {2}\$ .*caliban/m);
  });

  test.each(COMMANDS.flatMap(({ path, command }) => command.examples.map((example) => ({ path, command, example }))))(
    '$example can be typed',
    ({ path, command, example }) => {
      const typed = example.replace(/^source <\((.*)\)$/, '$1').replace(/ > .*$/, '');
      expect(typed.startsWith(path)).toBe(true);
      expect(() => readArgs(command, words(typed.slice(path.length)))).not.toThrow();
    },
  );
});

/** As a shell would split it, for plain words and single quotes. */
function words(text: string): string[] {
  return [...text.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? (plain as string));
}
