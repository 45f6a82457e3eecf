// The static site of the documentation, in a real browser. Where there is no Chromium, what needs it is skipped.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeSite, typeOf } from '../scripts/site/site.ts';
import { BROWSER_PROGRAM, openBrowser } from './helpers/browser.ts';

const files = makeSite();
const pages = [...files.keys()].filter((path) => path.endsWith('.html'));

test('has a page for each Markdown page, and the pages of the documentation are in its navigation', () => {
  const [, navigation = ''] = /<nav[^>]*>(.*?)<\/nav>/s.exec(String(files.get('index.html'))) ?? [];
  const linked = Array.from(navigation.matchAll(/href="\.\/([^"]+)"/g), ([, path]) => path);
  expect(pages.filter((path) => /^docs\/[^/]+\.html$/.test(path) && path !== 'docs/index.html').sort()).toEqual(
    linked.filter((path) => /^docs\/[^/]+\.html$/.test(path ?? '')).sort(),
  );
});

describe.skipIf(BROWSER_PROGRAM === null)('in a browser', () => {
  let [browser, server, origin] = [null as Browser | null, null as Server | null, ''];
  beforeAll(async () => {
    server = createServer((request, response) => {
      const path = decodeURIComponent(new URL(request.url ?? '/', 'http://x').pathname.slice(1)) || 'index.html';
      const content = files.get(path);
      response.writeHead(content === undefined ? 404 : 200, { 'content-type': typeOf(extname(path)) });
      response.end(content ?? '');
    });
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    server?.close();
  });

  async function open(path: string, width = 1280, height = 900) {
    const page = await (browser as Browser).newPage({ viewport: { width, height } });
    const problems: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('request', (request) => {
      if (!request.url().startsWith(`${origin}/`) && !request.url().startsWith('data:')) problems.push(request.url());
    });
    page.on('response', (response) => {
      if (response.status() >= 400) problems.push(`${response.status()} ${response.url()}`);
    });
    await page.goto(`${origin}/${path}`, { waitUntil: 'load' });
    return { page, problems };
  }

  test('no page is wider than its window, asks another host, or has a link or a picture that leads nowhere', async () => {
    const found: string[] = [];
    const links: (readonly [string, string])[] = [];
    const ids = new Map<string, ReadonlySet<string>>();
    const { page, problems } = await open('index.html');
    for (const path of pages) {
      await page.goto(`${origin}/${path}`, { waitUntil: 'load' });
      for (const width of [1280, 360]) {
        await page.setViewportSize({ width, height: 800 });
        const wide = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
        if (wide > 0) found.push(`${path} is ${wide} px wider than ${width}`);
      }
      const read = await page.evaluate<Read>(READ);
      links.push(...read.links.filter((href) => href.startsWith(origin)).map((href) => [path, href] as const));
      ids.set(path, new Set(read.ids));
      found.push(...read.missing.map((src) => `${path} lacks ${src}`));
    }
    const dead = links.filter(([, href]) => {
      const { pathname, hash } = new URL(href);
      const target = decodeURIComponent(pathname.slice(1));
      if (!files.has(target)) return true;
      return hash !== '' && ids.get(target)?.has(decodeURIComponent(hash.slice(1))) !== true;
    });
    found.push(...dead.map(([path, href]) => `${path} → ${href.slice(origin.length)}`));
    expect([...found, ...problems]).toEqual([]);
    await page.close();
  });

  test.each([
    ['acceptEdits', 'Modes'],
    ['force push', ''],
    ['enforc', 'enforce'],
  ])('the search finds %s', async (wanted, title) => {
    const { page, problems } = await open('docs/index.html');
    await page.keyboard.press('/');
    await page.keyboard.type(wanted);
    await page.waitForSelector('#results a');
    const rows = await page.locator('#results a strong').allTextContents();
    expect(rows.some((row) => row.includes(title))).toBe(true);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => !url.pathname.endsWith('docs/index.html'));
    expect(problems).toEqual([]);
    await page.close();
  });

  test('a search without results says so, and Escape closes the list', async () => {
    const { page } = await open('index.html');
    await page.locator('#search input').fill('zzzzqqq');
    await page.waitForSelector('#results p');
    expect(await page.locator('#results').textContent()).toBe('Nothing found for “zzzzqqq”.');
    await page.keyboard.press('Escape');
    expect(await page.locator('#results').isVisible()).toBe(false);
    await page.close();
  });

  test('on a narrow screen the pages are behind a button', async () => {
    const { page } = await open('docs/modes.html', 360, 700);
    expect(await page.locator('#pages').isVisible()).toBe(false);
    await page.locator('#menu').click();
    await page.locator('#pages').getByText('Auto mode').click();
    await page.waitForURL('**/docs/auto-mode.html');
    await page.close();
  });
});

type Read = { readonly links: string[]; readonly ids: string[]; readonly missing: string[] };

/** A text, because the types of a browser are not those of this program. */
const READ = `({
  links: [...document.querySelectorAll('a')].map(({ href }) => href),
  ids: [...document.querySelectorAll('[id]')].map(({ id }) => id),
  missing: [...document.images].filter(({ complete, naturalWidth }) => complete && naturalWidth === 0).map(({ src }) => src),
})`;
