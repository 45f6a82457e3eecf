import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test.each([
  // The quick way for files of our own layout does without any.
  ['load-rules.ts', []],
  // Writing needs another, which is long.
  ['rules/parse-rule-file.ts', ['smol-toml']],
])('%s loads the parsers %j', (file, parsers) => {
  const loaded = loadedWith(new URL(`../../src/${file}`, import.meta.url));
  expect(['smol-toml', 'toml-eslint-parser'].filter((name) => loaded.has(name))).toEqual(parsers);
});

function loadedWith(entry: URL): ReadonlySet<string> {
  const seen = new Set<string>();
  const visit = (file: URL) => {
    if (seen.has(file.href)) return;
    seen.add(file.href);
    for (const [, name] of readFileSync(file, 'utf8').matchAll(
      /^(?:import|export) (?!type )[^;]*? from '([^']+)';/gm,
    )) {
      if (name?.startsWith('.')) visit(new URL(name, file));
      else if (name !== undefined) seen.add(name);
    }
  };
  visit(entry);
  return seen;
}
