import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

const MODELS = new URL('../../src/models/', import.meta.url);

/** 150 ms and more to load: only whoever asks a model pays for them. */
test('no file loads a client library unless it is asked for a reply', async () => {
  const files = (await readdir(MODELS, { recursive: true })).filter((file) => file.endsWith('.ts'));
  const loads = await Promise.all(
    files.map(async (file) => {
      const text = await readFile(new URL(file, MODELS), 'utf8');
      const statics = text.matchAll(/^(?:import|export) (?!type )[^;]*? from '(ai|@ai-sdk\/[^']+)';/gm);
      return [...statics].map((match) => `${file}: ${match[1]}`);
    }),
  );
  expect(files.length).toBeGreaterThan(20);
  expect(loads.flat()).toEqual([]);
});
