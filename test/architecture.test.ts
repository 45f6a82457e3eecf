import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const PACKAGES = fileURLToPath(new URL('../packages', import.meta.url));

/** A file may import from its own folder and from those before it. */
const ORDER: Readonly<Record<'calls' | 'gate', readonly string[]>> = {
  calls: ['types', 'text', 'globs', 'programs', 'shell', 'describe', 'classes', 'exports', 'index.ts'],
  gate: [
    ...['types', 'signals', 'pattern', 'judge', 'confinement', 'classify', 'state', 'filter', 'ask', 'record'],
    ...['inspect', 'learn', 'defaults', 'gate.ts', 'open-gate.ts', 'hooks', 'exports', 'index.ts'],
  ],
};

/**
 * Counted within a package, over imports that are there when the program runs: types are left out, and so is what is loaded later
 * (`import()`), because a reader can stop there. The lists of names (`index.ts`, `exports`) are left out too, because there is no code in them.
 */
const LIMITS = { folder: 20, chain: 12, reach: 12 };

describe.each(['calls', 'gate'] as const)('packages/%s', (name) => {
  const root = join(PACKAGES, name, 'src');
  const imports = sourceFiles(root).flatMap((file) =>
    importsOf(file).map((specifier) => ({
      file: relative(root, file),
      specifier,
      target: targetOf(root, file, specifier),
    })),
  );

  test('imports only leftwards', () => {
    const upward = imports.filter(({ file, target }) => target !== null && place(name, target) > place(name, file));
    expect(upward.map(({ file, target }) => `${file} → ${target}`)).toEqual([]);
  });

  test('has one foreign dependency at most, imported by one file', () => {
    const foreign = imports.filter(({ specifier, target }) => target === null && !specifier.startsWith('@caliban/'));
    expect(foreign.map(({ file, specifier }) => `${file} → ${specifier}`)).toEqual(
      name === 'calls' ? ['shell/parse/parse-command-line.ts → unbash'] : [],
    );
  });
});

describe('packages', () => {
  test.each([
    ['calls', []],
    ['gate', ['calls']],
    ['storage', ['calls', 'gate']],
    ['inbox', ['calls', 'gate', 'storage']],
    ['hub', ['calls', 'inbox', 'storage']],
    ['agent', ['calls', 'gate']],
    ['adapters', ['calls', 'gate']],
    ['tui', ['agent', 'calls', 'gate']],
    ['cli', ['adapters', 'agent', 'calls', 'gate', 'hub', 'inbox', 'storage', 'tui']],
  ])('%s imports of ours %j', (name, allowed) => {
    const siblings = importedBy(name).flatMap((specifier) => /^@caliban\/([a-z]+)/.exec(specifier)?.[1] ?? []);
    expect([...new Set(siblings)].sort()).toEqual(allowed);
  });

  test('are imported by their name and the subpaths they declare', () => {
    const declared = new Set(
      readdirSync(PACKAGES).flatMap((name) =>
        Object.keys(manifestOf(name).exports).map((path) => `@caliban/${name}${path.slice(1)}`),
      ),
    );
    const files = ['packages', 'test', 'conformance', 'examples'].flatMap((root) =>
      sourceFiles(join(PACKAGES, '..', root)),
    );
    const undeclared = files.flatMap((file) =>
      importsOf(file)
        .filter((specifier) => specifier.startsWith('@caliban/'))
        .filter((specifier) => !declared.has(specifier) || specifier.includes('/internal/'))
        .map((specifier) => `${relative(PACKAGES, file)} → ${specifier}`),
    );
    expect(undeclared).toEqual([]);
  });

  test.each(readdirSync(PACKAGES))('%s lists what a subpath offers, name by name', (name) => {
    for (const file of readdirSync(join(PACKAGES, name), { recursive: true, encoding: 'utf8' })) {
      if (!/^src\/exports\/[^/]+\.ts$/.test(file)) continue;
      const lines = readFileSync(join(PACKAGES, name, file), 'utf8').replaceAll(/\{[^}]*\}/g, '{}');
      expect(lines, file).toMatch(/^(?:\/\/.*\n|export (?:type )?\{\} from '\.\.\/.*';\n)+$/);
      expect(Object.keys(manifestOf(name).exports), file).toContain(`./${file.slice('src/exports/'.length, -3)}`);
      const readme = readFileSync(join(PACKAGES, name, 'README.md'), 'utf8');
      expect(readme, `packages/${name}/README.md`).toContain(`| \`/${file.slice('src/exports/'.length, -3)}\` |`);
    }
  });

  test.each(readdirSync(PACKAGES))('%s keeps folders and imports small', (name) => {
    const graph = runtimeImports(join(PACKAGES, name, 'src'));
    expect(circlesIn(graph), 'imports in a circle').toEqual([]);
    expect(folderSizes(graph).filter(([, size]) => size > LIMITS.folder)).toEqual([]);
    expect(longestChain(graph).length, longestChain(graph).join(' > ')).toBeLessThanOrEqual(LIMITS.chain);
    expect(meanReach(graph), 'files that a file needs, on average').toBeLessThanOrEqual(LIMITS.reach);
  });

  test('tui starts, opens and connects nothing', () => {
    const reaching = importedBy('tui').filter((specifier) => specifier.startsWith('node:'));
    expect([...new Set(reaching)]).toEqual(['node:string_decoder']);
  });
});

/** A file and the files of the same package that it imports. */
type ImportGraph = ReadonlyMap<string, readonly string[]>;

function runtimeImports(root: string): ImportGraph {
  const files = new Set(sourceFiles(root).map((file) => relative(root, file)));
  return new Map(
    [...files]
      .filter((file) => file !== 'index.ts' && !file.startsWith('exports/'))
      .map((file) => {
        const text = readFileSync(join(root, file), 'utf8');
        const targets = [
          ...text.matchAll(/^(?:import|export)\s+(?!type\b)([^;']*?)from '(\.[^']+)'|^import '(\.[^']+)'/gm),
        ]
          .filter(([, names = 'x']) => !/^\{(?:\s*type [^,}]+,?)+\s*\}\s*$/.test(names))
          .map(([, , from, effect]) => join(dirname(file), (from ?? effect) as string));
        return [file, [...new Set(targets)].filter((target) => files.has(target))];
      }),
  );
}

function circlesIn(graph: ImportGraph): readonly string[] {
  return [...graph.keys()].filter((file) => reachableFrom(file, graph).has(file));
}

function reachableFrom(file: string, graph: ImportGraph): ReadonlySet<string> {
  const found = new Set<string>();
  const pending = [...(graph.get(file) ?? [])];
  for (const next of pending) {
    if (found.has(next)) continue;
    found.add(next);
    pending.push(...(graph.get(next) ?? []));
  }
  return found;
}

function meanReach(graph: ImportGraph): number {
  const all = [...graph.keys()].map((file) => reachableFrom(file, graph).size);
  return all.reduce((sum, size) => sum + size, 0) / Math.max(1, all.length);
}

/** There are no circles. */
function longestChain(graph: ImportGraph): readonly string[] {
  const known = new Map<string, readonly string[]>();
  const chainFrom = (file: string): readonly string[] => {
    const chain = known.get(file) ?? [file, ...longest((graph.get(file) ?? []).map(chainFrom))];
    known.set(file, chain);
    return chain;
  };
  return longest([...graph.keys()].map(chainFrom));
}

function longest(chains: readonly (readonly string[])[]): readonly string[] {
  return chains.reduce((most, chain) => (chain.length > most.length ? chain : most), []);
}

function folderSizes(graph: ImportGraph): readonly (readonly [string, number])[] {
  const sizes = new Map<string, number>();
  for (const file of graph.keys()) sizes.set(dirname(file), (sizes.get(dirname(file)) ?? 0) + 1);
  return [...sizes];
}

function manifestOf(name: string): { readonly exports: Readonly<Record<string, unknown>> } {
  return JSON.parse(readFileSync(join(PACKAGES, name, 'package.json'), 'utf8'));
}

function importedBy(name: string): readonly string[] {
  return sourceFiles(join(PACKAGES, name, 'src')).flatMap(importsOf);
}

function sourceFiles(directory: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.d)\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !/\/(?:node_modules|dist)\//.test(file));
}

/** Also what is loaded later, and what is loaded for its effect. */
function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  const written = text.matchAll(/^(?:import|export)\s[^;]*?from '([^']+)'|^import '([^']+)'|\bimport\(\s*'([^']+)'/gms);
  return [...written].map(([, from, effect, later]) => (from ?? effect ?? later) as string);
}

function targetOf(root: string, file: string, specifier: string): string | null {
  return specifier.startsWith('.') ? relative(root, join(dirname(file), specifier)) : null;
}

function place(name: keyof typeof ORDER, path: string): number {
  const found = ORDER[name].indexOf(path.split('/')[0] as string);
  if (found === -1) throw new Error(`${path} is in no known folder`);
  return found;
}
