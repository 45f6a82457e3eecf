import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { layerFiles } from '../../src/layers/locations.ts';
import { readProjectFiles } from '../../src/trust/project-files.ts';
import { carryTrust, projectFingerprint, rememberTrust, trustFileIn, trustOf } from '../../src/trust/project-trust.ts';
import { scratch } from '../helpers/scratch.ts';

const here = (fingerprint: string) => ({ workspace: '/ws', fingerprint });
const use = { ok: true, value: 'use' };
const unasked = { ok: true, value: null };
const remembered = { ok: true, value: null };

describe('the fingerprint', () => {
  const a = { name: 'a', content: 'one' };
  const b = { name: 'b', content: 'two' };

  test.each([
    ['another order is the same', [b, a], true],
    ['another letter is not', [a, { ...b, content: 'tWo' }], false],
    ['another name is not', [a, { ...b, name: 'c' }], false],
    ['a file less is not', [a], false],
    [
      'contents that swap their files are not',
      [
        { ...a, content: 'two' },
        { ...b, content: 'one' },
      ],
      false,
    ],
    [
      'text that moves from one file to the other is not',
      [
        { ...a, content: 'onet' },
        { ...b, content: 'wo' },
      ],
      false,
    ],
  ])('%s', (_, files, isSame) => {
    expect(projectFingerprint(files) === projectFingerprint([a, b])).toBe(isSame);
  });

  test('covers every file of the project and none of the operator', () => {
    const root = scratch({
      'ws/.caliban/permissions.toml': 'p',
      'ws/.caliban/permissions.local.toml': 'pl',
      'ws/.caliban/settings.toml': 's',
      'ws/.caliban/settings.local.toml': 'sl',
      'ws/.caliban/settings.json': 'j',
      'ws/.caliban/auto-mode.toml': 'am',
      'user/permissions.toml': 'u',
    });
    const workspace = join(root, 'ws');
    const layers = [
      layerFiles('local', join(workspace, '.caliban')),
      layerFiles('project', join(workspace, '.caliban')),
      layerFiles('user', join(root, 'user')),
    ];
    expect(
      readProjectFiles({ workspace, layers })
        .map(({ name, content }) => `${name}: ${content}`)
        .sort(),
    ).toEqual([
      '.caliban/auto-mode.toml: am',
      '.caliban/permissions.local.toml: pl',
      '.caliban/permissions.toml: p',
      '.caliban/settings.json: j',
      '.caliban/settings.local.toml: sl',
      '.caliban/settings.toml: s',
    ]);
  });
});

describe('the answer', () => {
  test('is remembered for this content in this place', async () => {
    const file = trustFileIn({ stateDirectory: join(scratch(), 'state') });
    expect(trustOf(file, here('f'))).toEqual(unasked);
    expect(await rememberTrust(file, { ...here('f'), answer: 'use' })).toEqual(remembered);
    expect(trustOf(file, here('f'))).toEqual(use);
    expect(trustOf(file, here('g'))).toEqual(unasked);
    expect(trustOf(file, { workspace: '/other', fingerprint: 'f' })).toEqual(unasked);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('can be changed, and others stay', async () => {
    const file = join(scratch(), 'trust.json');
    await rememberTrust(file, { ...here('f'), answer: 'use' });
    await rememberTrust(file, { ...here('g'), answer: 'use' });
    await rememberTrust(file, { workspace: '/other', fingerprint: 'f', answer: 'use' });
    await rememberTrust(file, { ...here('f'), answer: 'tighten-only' });
    expect(trustOf(file, here('f'))).toEqual({ ok: true, value: 'tighten-only' });
    expect(trustOf(file, here('g'))).toEqual(use);
    expect(trustOf(file, { workspace: '/other', fingerprint: 'f' })).toEqual(use);
  });

  test('none is lost when many are given at once', async () => {
    const file = join(scratch(), 'trust.json');
    const workspaces = Array.from({ length: 24 }, (_, number) => `/ws${number}`);
    await Promise.all(
      workspaces.map((workspace) => rememberTrust(file, { workspace, fingerprint: 'f', answer: 'use' })),
    );
    expect(workspaces.map((workspace) => trustOf(file, { workspace, fingerprint: 'f' }))).toEqual(
      workspaces.map(() => use),
    );
  });

  test('does not pile up', async () => {
    const file = join(scratch(), 'trust.json');
    const give = (number: number) => rememberTrust(file, { ...here(`f${number}`), answer: 'use' });
    for (let number = 0; number < 20; number++) await give(number);
    expect(trustOf(file, here('f0'))).toEqual(unasked);
    expect(trustOf(file, here('f19'))).toEqual(use);
  });

  test('goes along when caliban itself writes to the project', async () => {
    const file = join(scratch(), 'trust.json');
    await rememberTrust(file, { ...here('f'), answer: 'use' });
    expect(await carryTrust(file, { workspace: '/ws', from: 'f', to: 'g' })).toEqual(remembered);
    expect(trustOf(file, here('g'))).toEqual(use);
    expect(await carryTrust(file, { workspace: '/ws', from: 'never asked', to: 'h' })).toEqual(remembered);
    expect(trustOf(file, here('h'))).toEqual(unasked);
  });
});

describe('a file that cannot be believed trusts nothing, and is not written over', () => {
  test.each([
    ['no JSON', 'trust me', 'is not what caliban wrote; remove it and answer again'],
    ['of another release', '{"version": 2, "projects": {}}', 'is not what caliban wrote'],
    [
      'an answer nobody gives',
      '{"version":1,"projects":{"/ws":[{"fingerprint":"f","answer":"all","at":""}]}}',
      'is not',
    ],
    ['a list', '[]', 'is not what caliban wrote'],
  ])('%s', async (_, text, message) => {
    const file = join(scratch({ 'trust.json': text }), 'trust.json');
    chmodSync(file, 0o600);
    expect(trustOf(file, here('f'))).toMatchObject({ ok: false, error: { message: expect.stringContaining(message) } });
    expect(await rememberTrust(file, { ...here('f'), answer: 'use' })).toMatchObject({ ok: false });
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  test('one that others can write', () => {
    const file = join(scratch(), 'trust.json');
    writeFileSync(file, '{"version":1,"projects":{}}');
    chmodSync(file, 0o666);
    expect(trustOf(file, here('f'))).toEqual({
      ok: false,
      error: { file, message: 'others can write it; take their right away, or remove it' },
    });
  });
});

test('a failed write is reported', async () => {
  const root = scratch({ state: 'a file' });
  const file = join(root, 'state', 'trust.json');
  const result = await rememberTrust(file, { ...here('f'), answer: 'use' });
  expect(result).toMatchObject({ ok: false, error: expect.stringContaining('trust.json cannot be written') });
  expect(existsSync(file)).toBe(false);
});
