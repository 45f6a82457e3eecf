import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SLASH_COMMANDS } from '../packages/tui/src/commands/command-table.ts';
import { INK_KEYS } from '../packages/tui/src/commands/help-text.ts';

const PAGE = readFileSync(new URL('../docs/terminal.md', import.meta.url), 'utf8');

/** The rows of the table below a heading. */
function rowsBelow(heading: string): readonly (readonly string[])[] {
  const [, section = ''] = PAGE.split(`\n## ${heading}\n`);
  const [table = ''] = section.split(/\n## /);
  return Array.from(table.matchAll(/^\| `(.+?)` \| (.*) \|$/gm), ([, key = '', meaning = '']) => [
    key.replaceAll('\\|', '|'),
    meaning,
  ]);
}

test('docs/terminal.md has every key, in the words of /help', () => {
  expect(rowsBelow('Keys')).toEqual(INK_KEYS);
});

test('docs/terminal.md has every command, in the words of the menu', () => {
  expect(rowsBelow('Commands')).toEqual(
    SLASH_COMMANDS.map(({ name, argument, summary }) => [`/${name} ${argument}`.trimEnd(), summary]),
  );
});
