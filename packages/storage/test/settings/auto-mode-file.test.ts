import { join } from 'node:path';
import { formatPattern } from '@caliban/gate';
import { describe, expect, test } from 'vitest';
import { layerFiles } from '../../src/layers/locations.ts';
import { formatNotice } from '../../src/rules/rule-file.ts';
import { readAutoModeFiles } from '../../src/settings/auto-mode-file.ts';
import type { AutoModeEntry } from '../../src/settings/parse-auto-mode-file.ts';
import { scratch } from '../helpers/scratch.ts';

/** Reads `etc/`, `ws/` and `user/auto-mode.toml`, or the file that is named in place of the user's. */
async function read(files: Record<string, string>, explicit?: string) {
  const root = scratch(files);
  const layers = [
    layerFiles('managed', join(root, 'etc')),
    layerFiles('local', join(root, 'ws')),
    layerFiles('project', join(root, 'ws')),
    layerFiles('user', join(root, 'user')),
  ];
  const short = (text: string) => text.replaceAll(`${root}/`, '');
  const loaded = await readAutoModeFiles({ layers }, explicit === undefined ? {} : { explicit: join(root, explicit) });
  return {
    files: loaded.files.ok
      ? loaded.files.value.map(({ file, layer, lists, environment, ...others }) => ({
          file: short(file),
          layer,
          environment,
          ...('isSwitchedOff' in others ? { isSwitchedOff: others.isSwitchedOff } : {}),
          ...Object.fromEntries(Object.entries(lists).map(([list, entries]) => [list, entries.map(entryText)])),
        }))
      : null,
    errors: loaded.files.ok ? [] : loaded.files.error.map((error) => short(formatNotice(error))),
    warnings: loaded.warnings.map((warning) => short(formatNotice(warning))),
  };
}

function entryText(entry: AutoModeEntry): string {
  const text = entry.kind === 'defaults' ? `defaults of ${entry.list}` : formatPattern(entry.pattern);
  return `${entry.source.line}: ${text}`;
}

test('managed, the operator’s own, the project’s, entry by entry with its line', async () => {
  expect(
    await read({
      'ws/auto-mode.toml': 'soft_deny = ["Bash:npm publish*"]\n',
      'user/auto-mode.toml':
        'hard_deny = [\n  "$defaults.hard_deny",\n  "Bash:~terraform destroy*",\n]\nallow = []\nenvironment = ["a monorepo"]\n',
      'etc/auto-mode.toml': 'hard_deny = ["WebFetch"]\n',
    }),
  ).toEqual({
    files: [
      { file: 'etc/auto-mode.toml', layer: 'managed', environment: [], hard_deny: ['1: WebFetch'] },
      {
        file: 'user/auto-mode.toml',
        layer: 'user',
        environment: ['a monorepo'],
        hard_deny: ['2: defaults of hard_deny', '3: Bash:~terraform destroy*'],
        allow: [],
      },
      { file: 'ws/auto-mode.toml', layer: 'project', environment: [], soft_deny: ['1: Bash:npm publish*'] },
    ],
    errors: [],
    warnings: [],
  });
});

test('a named file replaces the user’s', async () => {
  const { files } = await read(
    { 'user/auto-mode.toml': 'allow = ["Bash"]', 'mine.toml': 'allow = ["Read"]' },
    'mine.toml',
  );
  expect(files).toEqual([{ file: 'mine.toml', layer: 'cli', environment: [], allow: ['1: Read'] }]);
});

test('no file is none', async () => {
  expect(await read({})).toEqual({ files: [], errors: [], warnings: [] });
});

describe('errors are reported at their position', () => {
  test.each([
    ['hard_deny = "Bash"', '1:13: `hard_deny` is text; write a list: hard_deny = ["…"]'],
    ['hard_deny = ["Bash", 3]', '1:22: `hard_deny` holds a number; write text in quotes'],
    ['allow = ["Bash:"]', '1:16: bad pattern `Bash:`: '],
    ['allow = [\n"Read",\n"Bash(git *"]', '3:6: bad pattern `Bash(git *`: '],
    [
      'hard_deny = ["$defaults"]',
      '1:14: `hard_deny` cannot take in `$defaults`; write $defaults.hard_deny or $defaults.soft_deny, or a pattern',
    ],
    [
      'allow = ["$defaults.hard_deny"]',
      '1:10: `allow` cannot take in `$defaults.hard_deny`; write $defaults.allow, or a pattern',
    ],
    ['environment = [1]', '1:16: `environment` holds a number; write text in quotes'],
    [
      'deny = ["Bash"]',
      '1:1: the list `deny` is not read; known are hard_deny, soft_deny, allow, environment, disable_auto_mode',
    ],
    ['disable_auto_mode = "true"', '1:21: `disable_auto_mode` is the text `"true"`; write true without the quotes'],
    ['disable_auto_mode = 1', '1:21: `disable_auto_mode` is `1`; expected true or false'],
    [
      'disable_auto_mode = true\ndisableAutoMode = true',
      '2:1: `disable_auto_mode` and `disableAutoMode` are the same setting; keep one of them',
    ],
    ['hard_deny = [', 'not valid TOML'],
  ])('%s', async (text, message) => {
    const { files, errors } = await read({ 'user/auto-mode.toml': text });
    expect(files).toBeNull();
    expect(errors).toHaveLength(1);
    expect(errors[0]).toContain(message);
  });

  test('all of it from top to bottom', async () => {
    const { errors } = await read({
      'user/auto-mode.toml': 'environment = [1]\nsoft_deny = 2\nhard_deny = [\n  3,\n]\ndeny = ["Bash"]\n',
    });
    expect(errors.map((error) => error.split(': ')[0])).toEqual([
      'user/auto-mode.toml:1:16',
      'user/auto-mode.toml:2:13',
      'user/auto-mode.toml:4:3',
      'user/auto-mode.toml:6:1',
    ]);
  });

  test('but not thousands of times', async () => {
    const { errors } = await read({ 'user/auto-mode.toml': `hard_deny = [${'0, '.repeat(1_000)}]\n` });
    expect(errors).toHaveLength(201);
    expect(errors.at(-1)).toBe('user/auto-mode.toml: and 800 more; correct these first');
  });

  test('a file that is named has to be there', async () => {
    expect((await read({}, 'none.toml')).errors).toEqual(['none.toml: there is no such file; name another']);
  });
});

test.each([
  ['disable_auto_mode = true', { isSwitchedOff: true }],
  ['disableAutoMode = true', { isSwitchedOff: true }],
  ['disable_auto_mode = false', {}],
])('`%s`: %j', async (text, said) => {
  expect(await read({ 'ws/auto-mode.toml': text })).toEqual({
    files: [{ file: 'ws/auto-mode.toml', layer: 'project', environment: [], ...said }],
    errors: [],
    warnings: [],
  });
});

test('an unknown key', async () => {
  expect((await read({ 'ws/auto-mode.toml': 'version = 3\n' })).warnings).toEqual([
    'ws/auto-mode.toml:1:1: unknown key `version` is ignored; known are hard_deny, soft_deny, allow, environment, disable_auto_mode',
  ]);
});

describe('a project does not allow opaque commands', () => {
  test.each(['*', 'Bash', 'Bash:*', 'Bash(*)', 'B*', '*:*'])('`%s`', async (pattern) => {
    const text = `allow = ["Read", "${pattern}"]\nhard_deny = ["${pattern}"]\n`;
    const { files, warnings } = await read({ 'ws/auto-mode.toml': text, 'user/auto-mode.toml': text });
    expect(files).toMatchObject([
      { layer: 'user', allow: ['1: Read', `1: ${pattern}`] },
      { layer: 'project', allow: ['1: Read'], hard_deny: [`2: ${pattern}`] },
    ]);
    expect(warnings).toEqual([
      `ws/auto-mode.toml:1:18: \`${pattern}\` is ignored in a project file: it would allow lines that cannot be read; name the commands`,
    ]);
  });

  test.each(['Bash:git *', 'Bash:**x', 'Edit', 'mcp__*'])('`%s` is another matter', async (pattern) => {
    const { files, warnings } = await read({ 'ws/auto-mode.toml': `allow = ["${pattern}"]` });
    expect([files, warnings]).toMatchObject([[{ allow: [`1: ${pattern}`] }], []]);
  });
});
