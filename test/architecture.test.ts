import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const PACKAGES = fileURLToPath(new URL('../packages', import.meta.url));
const GATE = join(PACKAGES, 'gate/src');

/** A file may import from its own folder and from those that stand before it. */
const ORDER = [
  ...[
    'types',
    'text',
    'signals',
    'programs',
    'shell',
    'describe',
    'classes',
    'pattern',
    'judge',
    'classify',
    'state',
    'filter',
    'ask',
    'record',
  ],
  ...['inspect', 'learn', 'defaults', 'gate.ts', 'hooks', 'index.ts'],
];

describe('packages/gate', () => {
  const imports = sourceFiles(GATE).flatMap((file) =>
    importsOf(file).map((specifier) => ({ file: relative(GATE, file), specifier, target: targetOf(file, specifier) })),
  );

  test('imports only leftwards', () => {
    const upward = imports.filter(({ file, target }) => target !== null && place(target) > place(file));
    expect(upward.map(({ file, target }) => `${file} → ${target}`)).toEqual([]);
  });

  test('has one dependency, imported by one file', () => {
    const foreign = imports.filter(({ target }) => target === null);
    expect(foreign.map(({ file, specifier }) => `${file} → ${specifier}`)).toEqual([
      'shell/parse/parse-command-line.ts → unbash',
    ]);
  });
});

describe('packages', () => {
  test.each([
    ['gate', []],
    ['storage', ['gate']],
    ['agent', ['gate']],
    ['adapters', ['gate']],
    ['tui', ['agent', 'gate']],
    ['cli', ['adapters', 'agent', 'gate', 'storage', 'tui']],
  ])('%s imports of ours %j', (name, allowed) => {
    const siblings = importedBy(name).flatMap((specifier) => /^@caliban\/([a-z]+)/.exec(specifier)?.[1] ?? []);
    expect([...new Set(siblings)].sort()).toEqual(allowed);
  });

  test('tui starts, opens and connects nothing', () => {
    const reaching = importedBy('tui').filter((specifier) => specifier.startsWith('node:'));
    expect([...new Set(reaching)]).toEqual(['node:string_decoder']);
  });
});

function importedBy(name: string): readonly string[] {
  return sourceFiles(join(PACKAGES, name, 'src')).flatMap(importsOf);
}

function sourceFiles(directory: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.d)\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Also what is loaded later, and what is loaded for its effect. */
function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  const written = text.matchAll(/^(?:import|export)\s[^;]*?from '([^']+)'|^import '([^']+)'|\bimport\(\s*'([^']+)'/gms);
  return [...written].map(([, from, effect, later]) => (from ?? effect ?? later) as string);
}

function targetOf(file: string, specifier: string): string | null {
  return specifier.startsWith('.') ? relative(GATE, join(dirname(file), specifier)) : null;
}

function place(path: string): number {
  const found = ORDER.indexOf(path.split('/')[0] as string);
  if (found === -1) throw new Error(`${path} stands in no known folder`);
  return found;
}
