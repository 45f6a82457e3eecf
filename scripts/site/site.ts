// The documentation as a static site: every Markdown page becomes an HTML page at the same path, so links stay as they are written.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type NavigationGroup, pageHtml } from './page-html.ts';
import { type Heading, renderMarkdown } from './render-markdown.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const CONTENTS = 'docs/README.md';
const MINISEARCH = 'node_modules/minisearch/dist/es/index.js';

/** Path in the site → content. Throws for a link that leads nowhere. */
export function makeSite(): ReadonlyMap<string, string | Buffer> {
  const pages = markdownPages();
  const navigation = navigationOf(read(CONTENTS), pages);
  const files = new Map<string, string | Buffer>();
  const sections: SearchedSection[] = [];

  for (const page of pages) {
    const { html, headings, texts } = renderMarkdown(read(page), (link) => siteLink(page, link, pages));
    const title = headings[0]?.text ?? page;
    const path = htmlPath(page);
    const toRoot = relative(dirname(path), '') || '.';
    files.set(path, pageHtml({ title, html, headings, navigation, path, toRoot }));
    sections.push(...searchedSections(path, title, headings, texts));
  }
  for (const asset of assets()) files.set(asset, readFileSync(join(ROOT, asset)));
  for (const name of ['style.css', 'site.js']) files.set(`assets/${name}`, read(`scripts/site/${name}`));
  files.set('assets/minisearch.js', read(MINISEARCH));
  files.set('assets/search.json', JSON.stringify(sections));
  return files;
}

export function typeOf(extension: string): string {
  return TYPES[extension] ?? 'application/octet-stream';
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};

type SearchedSection = { id: string; page: string; title: string; text: string };

/** One entry for each heading, so that a hit leads to the right part of a page. */
function searchedSections(
  path: string,
  page: string,
  headings: readonly Heading[],
  texts: readonly string[],
): readonly SearchedSection[] {
  return headings.map(({ id, text }, index) => ({
    id: index === 0 ? path : `${path}#${id}`,
    page,
    title: text,
    text: texts[index] ?? '',
  }));
}

function markdownPages(): readonly string[] {
  const below = (directory: string) =>
    readdirSync(join(ROOT, directory), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.md'))
      .map((file) => `${directory}/${file}`);
  const packages = readdirSync(join(ROOT, 'packages')).map((name) => `packages/${name}/README.md`);
  const written = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'bench/README.md', ...below('docs'), ...packages];
  return written.filter((page) => existsSync(join(ROOT, page))).sort();
}

/** Pictures and charts that pages show. */
function assets(): readonly string[] {
  return ['docs/pictures', 'docs/charts'].flatMap((directory) =>
    readdirSync(join(ROOT, directory)).map((name) => `${directory}/${name}`),
  );
}

function htmlPath(page: string): string {
  return page.replace(/(^|\/)README\.md$/, '$1index.html').replace(/\.md$/, '.html');
}

/** Null for a file of the repository that is not a page. */
function siteLink(page: string, link: string, pages: readonly string[]): string | null {
  if (/^[a-z]+:/.test(link) || link.startsWith('#')) return link;
  const [path = '', anchor] = link.split('#');
  const target = normalize(join(dirname(page), path)).replace(/\/$/, '');
  const suffix = anchor === undefined ? '' : `#${anchor}`;
  const from = dirname(htmlPath(page));
  const leading = (to: string) => `${relative(from, htmlPath(to))}${suffix}`;
  if (pages.includes(target)) return leading(target);
  if (pages.includes(`${target}/README.md`)) return leading(`${target}/README.md`);
  if (!existsSync(join(ROOT, target))) throw new Error(`${page}: the link \`${link}\` leads nowhere`);
  const isShown = !statSync(join(ROOT, target)).isDirectory() && /^docs\/(?:pictures|charts)\//.test(target);
  return isShown ? relative(from, target) : null;
}

/** The groups and order of the contents page: its headings, and the pages that each list below them names. */
function navigationOf(contents: string, pages: readonly string[]): readonly NavigationGroup[] {
  const groups: { title: string; pages: { title: string; path: string }[] }[] = [];
  for (const line of contents.split('\n')) {
    const [, heading] = /^## (.+)$/.exec(line) ?? [];
    if (heading !== undefined) groups.push({ title: heading, pages: [] });
    const group = groups.at(-1);
    if (group === undefined || !/^(?:\d+\.|-) /.test(line)) continue;
    for (const [, title = '', link = ''] of line.matchAll(/\[([^\]]+)\]\(([^)]+)\)/g)) {
      const page = normalize(join('docs', link.split('#')[0] ?? ''));
      const target = [page, `${page}/README.md`].find((path) => pages.includes(path));
      if (target !== undefined) group.pages.push({ title, path: htmlPath(target) });
    }
  }
  return groups.filter(({ pages: listed }) => listed.length > 0);
}

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}
