import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type FileLayer, type LayerFiles, layerFiles } from '../../src/layers/locations.ts';
import { addRule, type Changed, editRule, moveRule, removeRule } from '../../src/rules/change-rules.ts';
import type { FieldChanges } from '../../src/rules/edit/rule-edit.ts';
import { lines, ruleText } from '../helpers/rule-text.ts';
import { scratch } from '../helpers/scratch.ts';

const git = { pattern: 'Bash:git *', action: 'allow' } as const;
const ALL = ['Bash:a', 'Bash:b', 'Bash:c'];
const FILE = ALL.map((pattern) => lines('[[permissions.rules]]', `pattern = "${pattern}"`, 'action = "ask"')).join(
  '\n',
);

const project = (files: Record<string, string> = {}) => layerFiles('project', join(scratch({ ...files }), '.caliban'));
const textOf = ({ permissions }: { permissions: string }) => readFileSync(permissions, 'utf8');

/** What became of it, and the rules in the file. */
async function words(changed: Changed): Promise<string[]> {
  const result = await changed;
  if (!result.ok) return [result.error.kind, result.error.message];
  return [`${result.value.kind} ${result.value.index}`, ...result.value.after.map(ruleText)];
}

describe('add', () => {
  test('makes directory and file, with fitting modes', async () => {
    const modes = async (layer: FileLayer) => {
      const target = layerFiles(layer, join(scratch(), 'new', 'dir'));
      await addRule(target, git);
      const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);
      return [mode(target.directory), mode(target.permissions)];
    };
    expect(await modes('project')).toEqual(['755', '644']);
    expect(await modes('local')).toEqual(['755', '600']);
    expect(await modes('user')).toEqual(['700', '600']);
  });

  test('says what is there and where', async () => {
    const target = project();
    const change = await addRule(target, { ...git, comment: 'fine', reason: undefined });
    expect(textOf(target)).toBe(
      lines('[[permissions.rules]]', 'pattern = "Bash:git *"', 'action = "allow"', 'comment = "fine"'),
    );
    expect(change).toMatchObject({
      ok: true,
      value: {
        kind: 'changed',
        file: target.permissions,
        index: 0,
        before: [],
        after: [{ action: 'allow', comment: 'fine', source: { layer: 'project', file: target.permissions, line: 1 } }],
        converted: [],
      },
    });
  });

  test.each([
    ['the same', 'Bash:git *', 'allow', 'already-so 0'],
    ['in a spelling that means more', 'Bash(git *)', 'allow', 'changed 1'],
    ['with another action', 'Bash:git *', 'deny', 'changed 1'],
    ['with another pattern', 'Bash:git', 'allow', 'changed 1'],
  ] as const)('%s', async (_, pattern, action, kind) => {
    const target = project();
    await addRule(target, git);
    const before = textOf(target);
    expect((await words(addRule(target, { pattern, action })))[0]).toBe(kind);
    if (kind.startsWith('already')) expect(textOf(target)).toBe(before);
  });

  test.each([
    ['top', 'top', 0],
    ['bottom', 'bottom', 3],
    ['at 1', { at: 1 }, 1],
    ['before one', { before: 'Bash(c)' }, 2],
  ] as const)('%s', async (_, place, index) => {
    const target = project({ '.caliban/permissions.toml': FILE });
    const patterns = ALL.map((pattern) => `ask ${pattern}`).toSpliced(index, 0, 'allow Bash:git *');
    const [kind, ...rules] = await words(addRule(target, git, { place }));
    expect([kind, ...rules.map((rule) => rule.replace(/ @\d+$/, ''))]).toEqual([`changed ${index}`, ...patterns]);
  });

  test.each([
    [
      { pattern: 'Bash:', action: 'ask' },
      {},
      ['bad-rule', 'bad pattern `Bash:`: nothing stands after `Bash`; write `Bash` for every call'],
    ],
    [{ ...git, expiresAt: 'soon' }, {}, ['bad-rule', '`soon` is not an instant; write it as `2027-01-01T00:00:00Z`']],
    [git, { place: { at: 4 } }, ['not-found', 'there is no position 5; the file has 3 rules']],
    [git, { place: { before: 'Bash:x' } }, ['not-found', 'no rule of the file has the pattern `Bash:x`']],
  ] as const)('%j %j is refused', async (rule, options, problem) => {
    const target = project({ '.caliban/permissions.toml': FILE });
    expect(await words(addRule(target, rule, options))).toEqual(problem);
    expect(textOf(target)).toBe(FILE);
  });

  test('converts an outdated file and says so', async () => {
    const target = project({ '.caliban/permissions.toml': '[permissions]\ndeny = ["Bash"] # no\n' });
    const change = await addRule(target, git);
    expect(change.ok && change.value.converted).toEqual(['buckets']);
    expect(textOf(target)).toBe(
      lines(
        '[permissions]',
        '',
        '[[permissions.rules]]',
        'pattern = "Bash" # no',
        'action = "deny"',
        '',
        '[[permissions.rules]]',
        'pattern = "Bash:git *"',
        'action = "allow"',
      ),
    );
  });

  test('moves the rules from JSON, which no longer applies', async () => {
    const target = project({
      '.caliban/settings.json': '{"permissions": {"enforce": true, "allow": ["Read"], "deny": ["Bash:\\"x"]}}',
    });
    await addRule(target, git);
    expect(textOf(target)).toBe(
      lines(
        '[permissions]',
        'enforce = true',
        '',
        '[[permissions.rules]]',
        `pattern = 'Bash:"x'`,
        'action = "deny"',
        '',
        '[[permissions.rules]]',
        'pattern = "Read"',
        'action = "allow"',
        '',
        '[[permissions.rules]]',
        'pattern = "Bash:git *"',
        'action = "allow"',
      ),
    );
  });

  test.each([
    ['permissions.toml', 'x ='],
    ['settings.json', '{'],
  ])('does not touch a layer whose %s has errors', async (name, text) => {
    const target = project({ [`.caliban/${name}`]: text });
    expect((await words(addRule(target, git)))[0]).toBe('does-not-load');
    expect(readFileSync(join(target.directory, name), 'utf8')).toBe(text);
    expect(readdirSync(target.directory).filter((file) => !file.endsWith('.lock'))).toEqual([name]);
  });

  test('through a link, with the mode of old', async () => {
    const target = project({ 'dotfiles/rules.toml': FILE });
    mkdirSync(target.directory);
    chmodSync(join(dirname(target.directory), 'dotfiles/rules.toml'), 0o640);
    symlinkSync('../dotfiles/rules.toml', target.permissions);
    expect((await words(addRule(target, git)))[0]).toBe('changed 3');
    expect(readlinkSync(target.permissions)).toBe('../dotfiles/rules.toml');
    expect(statSync(target.permissions).mode & 0o777).toBe(0o640);
    expect(readdirSync(target.directory)).toEqual(['permissions.toml']);
  });
});

describe('a link that leads out of the workspace', () => {
  const linked = (link: (target: LayerFiles, outside: string) => void, layer: FileLayer = 'project') => {
    const outside = scratch({ 'permissions.toml': FILE });
    const target = layerFiles(layer, join(scratch(), '.caliban'));
    link(target, outside);
    return { target, outside };
  };
  const WAYS: readonly [string, (target: LayerFiles, outside: string) => void][] = [
    ['the directory', ({ directory }, outside) => symlinkSync(outside, directory)],
    ['the directory, to nowhere yet', ({ directory }, outside) => symlinkSync(join(outside, 'new'), directory)],
    [
      'the file',
      ({ directory, permissions }, outside) => inside(directory, permissions, join(outside, 'permissions.toml')),
    ],
    [
      'the file, to nowhere yet',
      ({ directory, permissions }, outside) => inside(directory, permissions, join(outside, 'x')),
    ],
  ];
  const inside = (directory: string, file: string, to: string) => {
    mkdirSync(directory);
    symlinkSync(to, file);
  };

  test.each(WAYS)('%s: nothing is written', async (_, link) => {
    for (const layer of ['project', 'local'] as const) {
      const { target, outside } = linked(link, layer);
      const [kind, message] = await words(addRule(target, git));
      expect([kind, message]).toEqual(['cannot-write', expect.stringContaining('leads out of the workspace, to ')]);
      expect(readdirSync(outside)).toEqual(['permissions.toml']);
      expect(readFileSync(join(outside, 'permissions.toml'), 'utf8')).toBe(FILE);
    }
  });

  test("the user's own files may be links to anywhere", async () => {
    const { target, outside } = linked((target, outside) => symlinkSync(outside, target.directory), 'user');
    expect((await words(addRule(target, git)))[0]).toBe('changed 3');
    expect(readFileSync(join(outside, 'permissions.toml'), 'utf8')).toContain('Bash:git *');
  });
});

describe('remove', () => {
  test.each([
    [{ pattern: 'Bash:b' }, ['changed 1', 'ask Bash:a @1', 'ask Bash:c @5']],
    [{ pattern: 'Bash(b)' }, ['changed 1', 'ask Bash:a @1', 'ask Bash:c @5']],
    [{ index: 0 }, ['changed 0', 'ask Bash:b @1', 'ask Bash:c @5']],
    [{ pattern: 'Bash:x' }, ['not-found', 'no rule of the file has the pattern `Bash:x`']],
    [{ pattern: ':' }, ['not-found', 'no rule of the file has the pattern `:`']],
    [{ index: 3 }, ['not-found', 'there is no rule number 4; the file has 3']],
    [{ index: -1 }, ['not-found', 'there is no rule number 0; the file has 3']],
  ])('%j', async (choice, expected) => {
    const target = project({ '.caliban/permissions.toml': FILE });
    expect(await words(removeRule(target, choice))).toEqual(expected);
  });

  test('every rule with the pattern', async () => {
    const target = project({ '.caliban/permissions.toml': `${FILE}\n${FILE}` });
    expect(await words(removeRule(target, { pattern: 'Bash:a' }))).toEqual([
      'changed 0',
      'ask Bash:b @1',
      'ask Bash:c @5',
      'ask Bash:b @9',
      'ask Bash:c @13',
    ]);
  });

  test('from a file that is not there, which leaves no trace', async () => {
    const target = project();
    const removed = await words(removeRule(target, { pattern: 'Bash' }));
    expect(existsSync(target.directory)).toBe(false);
    expect(removed).toEqual(['not-found', 'no rule of the file has the pattern `Bash`']);
  });
});

describe('edit', () => {
  test.each<[FieldChanges, string[]]>([
    [{ action: 'deny', reason: 'no' }, ['changed 1', 'ask Bash:a @1', 'deny Bash:b @5', 'ask Bash:c @10']],
    [{ pattern: 'Bash(' }, ['bad-rule', 'bad pattern `Bash(`: `(` is never closed; write `Tool(glob)` or `Tool:glob`']],
    [{ expires_at: 'soon' }, ['bad-rule', '`soon` is not an instant; write it as `2027-01-01T00:00:00Z`']],
  ])('%j', async (fields, expected) => {
    const target = project({ '.caliban/permissions.toml': FILE });
    expect(await words(editRule(target, { index: 1 }, { fields }))).toEqual(expected);
  });

  const WRITTEN = `[[permissions.rules]]
pattern = 'Bash:rm *'
action = "Deny" # really
comment = 'mine'
reason = """
multi
line"""
`;
  const SAME = { pattern: 'Bash:rm *', action: 'deny', comment: 'mine', reason: 'multi\nline' } as const;

  test.each<[string, FieldChanges, string]>([
    ['nothing', SAME, WRITTEN],
    ['the pattern', { ...SAME, pattern: 'Bash:rm -r *' }, WRITTEN.replace("'Bash:rm *'", '"Bash:rm -r *"')],
    ['the action', { ...SAME, action: 'ask' }, WRITTEN.replace('"Deny"', '"ask"')],
    ['the comment', { ...SAME, comment: 'ours' }, WRITTEN.replace("'mine'", '"ours"')],
    ['no more comment', { ...SAME, comment: null }, WRITTEN.replace("comment = 'mine'\n", '')],
    ['an end that is not there', { ...SAME, expires_at: null }, WRITTEN],
  ])('an equal value keeps its spelling: %s', async (_, fields, expected) => {
    const target = project({ '.caliban/permissions.toml': WRITTEN });
    const changed = await editRule(target, { index: 0 }, { fields });
    expect(changed).toMatchObject({ ok: true, value: { kind: expected === WRITTEN ? 'already-so' : 'changed' } });
    expect(readFileSync(target.permissions, 'utf8')).toBe(expected);
  });
});

describe('move', () => {
  test.each([
    [{ index: 0 }, 'bottom', ['changed 2', 'ask Bash:b', 'ask Bash:c', 'ask Bash:a']],
    [{ index: 2 }, 'top', ['changed 0', 'ask Bash:c', 'ask Bash:a', 'ask Bash:b']],
    [{ pattern: 'Bash:a' }, { at: 1 }, ['changed 1', 'ask Bash:b', 'ask Bash:a', 'ask Bash:c']],
    [{ pattern: 'Bash:a' }, { before: 'Bash:c' }, ['changed 1', 'ask Bash:b', 'ask Bash:a', 'ask Bash:c']],
    [{ pattern: 'Bash:c' }, { before: 'Bash:b' }, ['changed 1', 'ask Bash:a', 'ask Bash:c', 'ask Bash:b']],
    [{ index: 1 }, { at: 1 }, ['already-so 1', 'ask Bash:a', 'ask Bash:b', 'ask Bash:c']],
    [{ index: 1 }, { at: 3 }, ['not-found', 'there is no position 4; the file has 2 rules']],
  ] as const)('%j to %j', async (choice, place, expected) => {
    const target = project({ '.caliban/permissions.toml': FILE });
    const found = await words(moveRule(target, choice, { place }));
    expect(found.map((word) => word.replace(/ @\d+$/, ''))).toEqual(expected);
  });
});

const hasGit = spawnSync('git', ['--version']).status === 0;

describe.skipIf(!hasGit)('git', () => {
  const status = (directory: string) =>
    execFileSync('git', ['status', '--porcelain', '-uall'], { cwd: directory, encoding: 'utf8' });
  const inGit = (directory: string, ...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd: directory, stdio: 'ignore' });

  test('does not see the local file, nor locks', async () => {
    const top = scratch();
    inGit(top, 'init');
    await addRule(layerFiles('local', join(top, '.caliban')), git);
    await addRule(layerFiles('local', join(top, '.caliban')), { ...git, action: 'deny' });
    expect(status(top)).toBe('');
    await addRule(layerFiles('project', join(top, '.caliban')), git);
    expect(status(top)).toBe('?? .caliban/permissions.toml\n');
    const added = readFileSync(join(top, '.git/info/exclude'), 'utf8')
      .split('\n')
      .filter((line) => line.includes('caliban'));
    expect(added).toEqual(['/.caliban/permissions.local.toml', '/.caliban/*.lock*']);
  });

  test('nor in a worktree', async () => {
    const top = scratch({ 'main/x': '' });
    inGit(join(top, 'main'), 'init');
    inGit(join(top, 'main'), 'add', 'x');
    inGit(join(top, 'main'), 'commit', '-m', 'x');
    inGit(join(top, 'main'), 'worktree', 'add', '../tree');
    await addRule(layerFiles('local', join(top, 'tree/.caliban')), git);
    expect(status(join(top, 'tree'))).toBe('');
    expect(readFileSync(join(top, 'main/.git/info/exclude'), 'utf8')).toContain('/.caliban/permissions.local.toml\n');
  });

  test('a broken `.git` does not stop a rule from being saved', async () => {
    const target = layerFiles('local', join(scratch({ '.git': 'gitdir: /nowhere\n' }), '.caliban'));
    expect((await words(addRule(target, git)))[0]).toBe('changed 0');
  });
});
