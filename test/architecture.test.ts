import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const GATE = fileURLToPath(new URL('../packages/gate/src', import.meta.url));

/** A file may import from its own folder and from those that stand before it. */
const ORDER = [
  ...[
    'types',
    'text',
    'signals',
    'shell',
    'describe',
    'pattern',
    'judge',
    'classify',
    'state',
    'filter',
    'ask',
    'record',
  ],
  ...['inspect', 'defaults', 'gate.ts', 'hooks', 'index.ts'],
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
      'shell/parse-command-line.ts → unbash',
    ]);
  });

  test('publishes twenty names', () => {
    const index = readFileSync(join(GATE, 'index.ts'), 'utf8');
    const values = [...index.matchAll(/^export \{([^}]*)\}/gm)].flatMap(([, names]) =>
      (names as string)
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '' && !name.startsWith('type ')),
    );
    expect(values).toHaveLength(20);
  });
});

function sourceFiles(directory: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.d.ts'))
    .map((entry) => join(entry.parentPath, entry.name));
}

function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(/^(?:import|export)\s[^;]*?from '([^']+)';/gms)].map(([, specifier]) => specifier as string);
}

function targetOf(file: string, specifier: string): string | null {
  return specifier.startsWith('.') ? relative(GATE, join(dirname(file), specifier)) : null;
}

function place(path: string): number {
  const found = ORDER.indexOf(path.split('/')[0] as string);
  if (found === -1) throw new Error(`${path} stands in no known folder`);
  return found;
}
