import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { WriteError, writeAtomically } from '../../src/files/atomic-write.ts';
import { scratch } from '../helpers/scratch.ts';

const modeOf = (file: string) => statSync(file).mode & 0o777;

describe('a new file', () => {
  test.each([[0o600], [0o644]])('gets mode %o', (mode) => {
    const file = join(scratch(), 'f');
    writeAtomically(file, 'new', { mode });
    expect([readFileSync(file, 'utf8'), modeOf(file)]).toEqual(['new', mode]);
  });
});

describe('an old file', () => {
  test.each([[0o600], [0o640], [0o664], [0o755]])('keeps mode %o', (mode) => {
    const file = join(scratch({ f: 'old' }), 'f');
    chmodSync(file, mode);
    writeAtomically(file, 'new', { mode: 0o600 });
    expect([readFileSync(file, 'utf8'), modeOf(file)]).toEqual(['new', mode]);
  });

  test.skipIf(process.getuid?.() !== 0)('keeps its owner', () => {
    const file = join(scratch({ f: 'old' }), 'f');
    chownSync(file, 65534, 65533);
    writeAtomically(file, 'new');
    const { uid, gid } = statSync(file);
    expect([uid, gid, readFileSync(file, 'utf8')]).toEqual([65534, 65533, 'new']);
  });
});

describe('a link', () => {
  test('stays a link, and its target is written', () => {
    const directory = scratch({ 'real/f': 'old' });
    symlinkSync('real/f', join(directory, 'one'));
    symlinkSync('one', join(directory, 'two'));
    writeAtomically(join(directory, 'two'), 'new');
    expect(readlinkSync(join(directory, 'two'))).toBe('one');
    expect(readlinkSync(join(directory, 'one'))).toBe('real/f');
    expect(readFileSync(join(directory, 'real/f'), 'utf8')).toBe('new');
    expect(readdirSync(directory).sort()).toEqual(['one', 'real', 'two']);
  });

  test('to a file that is not there yet makes the file', () => {
    const directory = scratch();
    mkdirSync(join(directory, 'real'));
    symlinkSync('real/f', join(directory, 'link'));
    writeAtomically(join(directory, 'link'), 'new');
    expect(lstatSync(join(directory, 'link')).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(directory, 'real/f'), 'utf8')).toBe('new');
  });
});

describe('drafts', () => {
  test('of dead writers are cleared away, those of the living stay', () => {
    const directory = scratch({
      f: 'old',
      '.f.4194399-ab12.tmp': 'dead',
      [`.f.${process.pid}-ab12.tmp`]: 'alive',
      '.g.4194399-ab12.tmp': 'other',
    });
    writeAtomically(join(directory, 'f'), 'new');
    expect(readdirSync(directory).sort()).toEqual([`.f.${process.pid}-ab12.tmp`, '.g.4194399-ab12.tmp', 'f'].sort());
  });
});

describe('what cannot be written', () => {
  test('a directory in its place', () => {
    const directory = scratch();
    mkdirSync(join(directory, 'f'));
    expect(() => writeAtomically(join(directory, 'f'), 'x')).toThrow(
      new WriteError(`${join(directory, 'f')} is not a regular file; put a text file in its place`),
    );
  });

  test('a directory that is not there', () => {
    const file = join(scratch(), 'missing', 'f');
    expect(() => writeAtomically(file, 'x')).toThrow(WriteError);
    expect(existsSync(file)).toBe(false);
  });

  test('links in a circle', () => {
    const directory = scratch();
    symlinkSync('a', join(directory, 'a'));
    expect(() => writeAtomically(join(directory, 'a'), 'x')).toThrow('its links lead in a circle');
  });
});
