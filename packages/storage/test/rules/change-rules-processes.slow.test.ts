import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { formatPattern } from '@caliban/gate';
import { describe, expect, onTestFinished, test } from 'vitest';
import { layerFiles } from '../../src/layers/locations.ts';
import { addRule } from '../../src/rules/change-rules.ts';
import { parseRuleFile } from '../../src/rules/read/parse-rule-file.ts';
import { lines } from '../helpers/rule-text.ts';
import { bundled, runNode, said } from '../helpers/run-node.ts';
import { scratch } from '../helpers/scratch.ts';

const HEAD = lines(
  '# The team’s own words.',
  '',
  '[permissions] # ours',
  'enforce = false',
  '',
  '# first',
  '[[permissions.rules]]',
  'pattern = "Read" # r',
  'action = "allow"',
);
const TAIL = lines('', '# about hooks', '[hooks]', 'x = 1');

async function patternsIn(file: string): Promise<string[]> {
  const parsed = await parseRuleFile(readFileSync(file, 'utf8'), { file, layer: 'project' });
  if (!parsed.ok) throw new Error(parsed.error[0]?.message);
  return parsed.value.rules.map(({ pattern }) => formatPattern(pattern));
}

test('32 processes add 25 rules each: none is lost, none is there twice, comments stay', {
  timeout: 300_000,
}, async () => {
  const directory = scratch({ 'permissions.toml': HEAD + TAIL });
  const names = Array.from({ length: 32 }, (_, index) => `p${index}`);
  const script = await bundled('add-rules.mjs');
  const runs = names.map((name) => runNode(script, [directory, 'project', name, '25']));
  const ends = await Promise.all(runs.map(({ ended }) => ended));
  expect(ends.map(({ code }) => code)).toEqual(names.map(() => 0));

  const file = join(directory, 'permissions.toml');
  const expected = [
    'Read',
    'Bash:shared',
    ...names.flatMap((name) => Array.from({ length: 25 }, (_, number) => `Bash:${name} ${number}`)),
  ];
  expect((await patternsIn(file)).sort()).toEqual(expected.sort());
  const text = readFileSync(file, 'utf8');
  expect([text.startsWith(HEAD), text.endsWith(TAIL)]).toEqual([true, true]);
  expect(readdirSync(directory).filter((name) => name.endsWith('.tmp'))).toEqual([]);
});

test('a writer killed at 300 instants leaves the old file or the new one', { timeout: 300_000 }, async () => {
  const directory = scratch();
  const script = await bundled('add-rules.mjs');
  const lane = async (number: number) => {
    const own = join(directory, String(number));
    mkdirSync(own);
    const file = join(own, 'permissions.toml');
    for (let round = 0; round < 100; round++) {
      writeFileSync(file, HEAD + TAIL);
      const writer = runNode(script, [own, 'project', 'w', '1000']);
      // Some die during their first, slow write; most among many quick ones.
      const [start, span] = round % 3 === 0 ? ['ready\n', 60] : ['\n0\n', 20];
      await said(writer, start);
      await sleep(Math.random() * span);
      writer.child.kill('SIGKILL');
      await writer.ended;

      const saved = writer
        .output()
        .split('\n')
        .filter((line) => /^\d+$/.test(line)).length;
      const [first, ...rest] = await patternsIn(file);
      const added = rest.filter((pattern) => pattern !== 'Bash:shared');
      expect(first).toBe('Read');
      expect([saved, saved + 1]).toContain(added.length);
      expect(added).toEqual(added.map((_, index) => `Bash:w ${index}`));
      const text = readFileSync(file, 'utf8');
      expect([text.startsWith(HEAD), text.endsWith(TAIL)]).toEqual([true, true]);
    }
    await addRule(layerFiles('project', own), { pattern: 'Bash:last', action: 'ask' });
    expect(readdirSync(own).sort()).toEqual(['permissions.toml', 'permissions.toml.lock']);
  };
  await Promise.all([0, 1, 2].map(lane));
});

const isRoot = process.getuid?.() === 0;
const NOBODY = 65534;

describe('if nothing can be written, nothing is lost and the message says why', () => {
  /** Runs as somebody without rights, whoever we are. */
  async function addAsNobody(directory: string): Promise<string> {
    const run = runNode('add-rules.mjs', [directory, 'user', 'n', '1'], isRoot ? { uid: NOBODY } : {});
    await run.ended;
    return run.output().replace('ready\n', '').replaceAll(`${directory}/`, '');
  }

  test('a read-only directory', async () => {
    const directory = scratch({ 'permissions.toml': HEAD });
    chmodSync(directory, 0o555);
    onTestFinished(() => chmodSync(directory, 0o755));
    expect(await addAsNobody(directory)).toBe(
      'cannot-write: permissions.toml.lock cannot be made: permission denied; check who owns it and its mode\n',
    );
    expect(readFileSync(join(directory, 'permissions.toml'), 'utf8')).toBe(HEAD);
  });

  test.skipIf(!isRoot)("another user's file in our directory", async () => {
    const directory = scratch({ 'permissions.toml': HEAD });
    chmodSync(join(directory, 'permissions.toml'), 0o644);
    chownSync(directory, NOBODY, NOBODY);
    expect(await addAsNobody(directory)).toBe(
      'cannot-write: permissions.toml cannot be written: permission denied; check who owns it and its mode\n',
    );
    expect(readFileSync(join(directory, 'permissions.toml'), 'utf8')).toBe(HEAD);
    expect(readdirSync(directory).sort()).toEqual(['permissions.toml', 'permissions.toml.lock']);
  });

  test.skipIf(!isRoot)('a file we may not read', async () => {
    const directory = scratch({ 'permissions.toml': HEAD });
    chmodSync(join(directory, 'permissions.toml'), 0o600);
    chownSync(directory, NOBODY, NOBODY);
    expect(await addAsNobody(directory)).toBe(
      'does-not-load: permissions.toml: cannot be read: permission denied; check who owns it and its mode\n',
    );
  });

  test('a full disk', async ({ skip }) => {
    const directory = scratch();
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', directory], { stdio: 'ignore' });
    } catch {
      skip('needs the right to mount a small file system');
    }
    onTestFinished(() => {
      execFileSync('umount', [directory]);
    });
    const text = HEAD + lines(`# ${'x'.repeat(20_000)}`);
    writeFileSync(join(directory, 'permissions.toml'), text);
    writeFileSync(join(directory, 'ballast'), 'x'.repeat(30_000));
    const change = await addRule(layerFiles('user', directory), { pattern: 'Bash', action: 'ask' });
    expect(change).toEqual({
      ok: false,
      error: {
        kind: 'cannot-write',
        message: `${directory}/permissions.toml cannot be written: the disk is full; free some space`,
      },
    });
    expect(readFileSync(join(directory, 'permissions.toml'), 'utf8')).toBe(text);
    expect(readdirSync(directory).sort()).toEqual(['ballast', 'permissions.toml', 'permissions.toml.lock']);
  });
});
