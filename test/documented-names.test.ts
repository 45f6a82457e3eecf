import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { TOP_COMMANDS } from '../packages/cli/src/command-line/command-table.ts';
import { FLAGS } from '../packages/cli/src/command-line/flags.ts';
import { HUB_COMMANDS } from '../packages/cli/src/command-line/hub-commands.ts';
import { PERMS_COMMANDS } from '../packages/cli/src/command-line/perms-commands.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PAGES = ['README.md', ...pagesIn('docs'), ...pagesIn('docs/other-agents')];

/** Flags of npm and of other agents, and two spellings that are read beside ours. */
const FOREIGN = [
  '--prefix',
  '--dangerously-bypass-hook-trust',
  '--skip-trust',
  '--permission-prompt-tool',
  '--allowedTools',
  '--disallowedTools',
];

/** Variables of the tests. */
const OF_TESTS = ['CALIBAN_RECORD', 'CALIBAN_TEST_PROGRAM'];

/** What the bundler puts in. */
const OF_THE_BUILD = ['CALIBAN_VERSION', 'CALIBAN_BUILD'];

const VARIABLES = new Set(
  readdirSync(`${ROOT}packages`, { recursive: true, encoding: 'utf8' })
    .filter((file) => /^[a-z]+\/src\/.*\.tsx?$/.test(file))
    .flatMap((file) => readFileSync(`${ROOT}packages/${file}`, 'utf8').match(/\bCALIBAN_[A-Z_]+/g) ?? []),
);

const COMMANDS = new Set(['help', ...[...TOP_COMMANDS, ...PERMS_COMMANDS, ...HUB_COMMANDS].map(({ name }) => name)]);

describe.each(PAGES)('%s', (page) => {
  const text = readFileSync(ROOT + page, 'utf8');

  test('its flags are flags of the program', () => {
    const known = [...Object.keys(FLAGS).map((name) => `--${name}`), ...FOREIGN];
    const named = Array.from(text.matchAll(/`(--[a-z][\w-]+)/g), ([, flag = '']) => flag);
    expect(named.filter((flag) => !known.includes(flag))).toEqual([]);
  });

  test('its commands are commands of the program', () => {
    const named = Array.from(text.matchAll(/(?:`|\$ )caliban (?:perms )?([a-z][\w-]+)/gm), ([, name = '']) => name);
    expect(named.filter((name) => !COMMANDS.has(name))).toEqual([]);
  });

  test('its variables are read somewhere', () => {
    const named = Array.from(text.matchAll(/\bCALIBAN_[A-Z_]+/g), ([name]) => name);
    expect(named.filter((name) => !VARIABLES.has(name) && !OF_TESTS.includes(name))).toEqual([]);
  });
});

test('docs/headless.md lists every variable', () => {
  const page = readFileSync(`${ROOT}docs/headless.md`, 'utf8');
  const [, table = ''] = page.split('\n## Variables\n');
  const listed = Array.from(table.matchAll(/^\| `(CALIBAN_[A-Z_]+)`/gm), ([, name]) => name);
  expect(listed.sort()).toEqual([...VARIABLES].filter((name) => !OF_THE_BUILD.includes(name)).sort());
});

function pagesIn(directory: string): readonly string[] {
  return readdirSync(ROOT + directory)
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${directory}/${name}`);
}
