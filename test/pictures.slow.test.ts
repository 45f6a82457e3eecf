import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { PAGE_WORDS, takePagePictures } from '../scripts/pictures/page-pictures.ts';
import { takePictures } from '../scripts/pictures/pictures.ts';
import { BROWSER_PROGRAM } from './helpers/browser.ts';

const ROOT = new URL('../', import.meta.url);
const PAGES = [
  'README.md',
  ...readdirSync(new URL('docs', ROOT), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`),
];
const read = (page: string) => readFileSync(new URL(page, ROOT), 'utf8');
/** As GitHub shows it: the dark one where the reader prefers that. */
const PICTURE =
  /<picture>\n<source media="\(prefers-color-scheme: dark\)" srcset="(?:docs\/)?pictures\/([^"]+)">\n<img src="(?:docs\/)?pictures\/([^"]+)" alt="[^"]+"(?: width="\d+")?>\n<\/picture>/g;

const PICTURES = new URL('../docs/pictures/', import.meta.url);
const kept = (name: string) => readFileSync(new URL(name, PICTURES), 'utf8');

describe('the pictures in docs/pictures are current; `npm run pictures` draws them', () => {
  test('the screens are what the program shows, in light and in dark', async () => {
    const taken = [...(await takePictures())];
    expect(taken).toEqual(taken.map(([name]) => [name, kept(name)]));
  });

  test.skipIf(BROWSER_PROGRAM === null)('the pages show what the page says', async () => {
    const taken = await takePagePictures();
    expect([...taken.keys()].filter((name) => !readdirSync(PICTURES).includes(name))).toEqual([]);
    expect(JSON.parse(String(taken.get(PAGE_WORDS)))).toEqual(JSON.parse(kept(PAGE_WORDS)));
  });
});

test('every picture is shown, and each has a light and a dark one', () => {
  const shown = PAGES.flatMap((page) => Array.from(read(page).matchAll(PICTURE), ([, dark, light]) => [light, dark]));
  const files = readdirSync(PICTURES).filter((name) => name !== PAGE_WORDS);
  expect([...new Set(shown.flat())].sort()).toEqual(files.sort());
  for (const [light = '', dark] of shown) expect(dark).toBe(light.replace(/\.\w+$/, '-dark$&'));
  for (const page of PAGES) expect(read(page)).not.toMatch(/!\[[^\]]*\]\([^)]*pictures\//);
});
