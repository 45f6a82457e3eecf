import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { takePictures } from '../scripts/pictures/pictures.ts';

test('the pictures in docs/pictures are what the program shows; `node scripts/pictures/make.mjs` draws them again', async () => {
  const taken = await takePictures();
  const kept = [...taken.keys()].map((name) => [
    name,
    readFileSync(new URL(`../docs/pictures/${name}`, import.meta.url), 'utf8'),
  ]);
  expect([...taken]).toEqual(kept);
});
