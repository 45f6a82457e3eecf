import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('reading never loads the parser that writing needs', () => {
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
  visit(new URL('../../src/load-rules.ts', import.meta.url));
  expect(seen).toContain('smol-toml');
  expect(seen).not.toContain('toml-eslint-parser');
});
