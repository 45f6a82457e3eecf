import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PAGES = [
  ...['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'bench/README.md'],
  ...['bench/results', 'docs'].flatMap(pagesBelow),
  ...readdirSync(`${ROOT}packages`).map((name) => `packages/${name}/README.md`),
].filter((page) => existsSync(join(ROOT, page)));

describe('links of every page lead somewhere', () => {
  test.each(PAGES)('%s', (page) => {
    expect(linksIn(page).filter((link) => !leadsSomewhere(page, link))).toEqual([]);
  });
});

test('every page of docs can be reached from docs/README.md', () => {
  const reached = new Set<string>();
  const ahead = ['docs/README.md'];
  for (let page = ahead.pop(); page !== undefined; page = ahead.pop()) {
    if (reached.has(page)) continue;
    reached.add(page);
    if (page.startsWith('docs/')) ahead.push(...linksIn(page).flatMap((link) => pagesBehind(page as string, link)));
  }
  expect(PAGES.filter((page) => page.startsWith('docs/') && !reached.has(page))).toEqual([]);
});

function pagesBelow(directory: string): readonly string[] {
  return readdirSync(join(ROOT, directory), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md') && !file.startsWith('tmp/'))
    .map((file) => `${directory}/${file}`);
}

/** Not those to other machines, and none in code. */
function linksIn(page: string): readonly string[] {
  const prose = readFileSync(join(ROOT, page), 'utf8')
    .replaceAll(/^```.*?^```/gms, '')
    .replaceAll(/``.*?``|`[^`\n]*`/g, '');
  return Array.from(prose.matchAll(/\]\(([^)\s]+)\)/g), ([, link = '']) => link).filter(
    (link) => !/^https?:/.test(link),
  );
}

function leadsSomewhere(page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? page : normalize(join(dirname(page), path));
  if (!existsSync(join(ROOT, target))) return false;
  return anchor === undefined || (target.endsWith('.md') && anchorsIn(target).includes(anchor));
}

function pagesBehind(page: string, link: string): readonly string[] {
  const [path = ''] = link.split('#');
  if (path === '') return [];
  const target = normalize(join(dirname(page), path));
  const isDirectory = existsSync(join(ROOT, target)) && statSync(join(ROOT, target)).isDirectory();
  return PAGES.filter((other) => other === target || (isDirectory && dirname(other) === target));
}

/** As GitHub makes them of headings, and those that are written down. */
function anchorsIn(page: string): readonly string[] {
  const text = readFileSync(join(ROOT, page), 'utf8').replaceAll(/^```.*?^```/gms, '');
  const headings = Array.from(text.matchAll(/^#+ (.+)$/gm), ([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
  return [...headings, ...Array.from(text.matchAll(/<a id="([^"]+)">/g), ([, id = '']) => id)];
}
