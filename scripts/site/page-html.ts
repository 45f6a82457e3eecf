import { escapeHtml, type Heading } from './render-markdown.ts';

export type NavigationGroup = {
  readonly title: string;
  readonly pages: readonly { readonly title: string; readonly path: string }[];
};

type Page = {
  readonly title: string;
  readonly html: string;
  readonly headings: readonly Heading[];
  readonly navigation: readonly NavigationGroup[];
  readonly path: string;
  /** From the directory of this page to the top of the site. */
  readonly toRoot: string;
};

export function pageHtml({ title, html, headings, navigation, path, toRoot }: Page): string {
  const name = title === 'caliban' ? 'caliban' : `${escapeHtml(title)} · caliban`;
  return `<!doctype html>
<html lang="en" data-root="${toRoot}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${toRoot}/assets/style.css">
<script type="module" src="${toRoot}/assets/site.js"></script>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header>
<button id="menu" aria-label="Pages" aria-expanded="false" aria-controls="pages">☰</button>
<a class="brand" href="${toRoot}/index.html">caliban</a>
<form role="search" id="search"><input type="search" name="q" placeholder="Search (press /)" aria-label="Search the documentation" autocomplete="off"></form>
</header>
<div id="results" role="listbox" aria-label="Search results" hidden></div>
<nav id="pages" aria-label="Pages">${navigation.map((group) => groupHtml(group, path, toRoot)).join('')}</nav>
<main id="content">
${html}
${neighbours(navigation, path, toRoot)}
</main>
<aside aria-label="On this page">${outline(headings)}</aside>
</body>
</html>
`;
}

function groupHtml({ title, pages }: NavigationGroup, path: string, toRoot: string): string {
  const items = pages.map(
    (page) =>
      `<li><a href="${toRoot}/${page.path}"${page.path === path ? ' aria-current="page"' : ''}>${escapeHtml(page.title)}</a></li>`,
  );
  return `<h2>${escapeHtml(title)}</h2><ul>${items.join('')}</ul>`;
}

/** Short pages need none. */
function outline(headings: readonly Heading[]): string {
  const shown = headings.filter(({ level }) => level === 2 || level === 3);
  if (shown.length < 3) return '';
  const items = shown.map(
    ({ level, id, text }) => `<li class="level-${level}"><a href="#${id}">${escapeHtml(text)}</a></li>`,
  );
  return `<h2>On this page</h2><ul>${items.join('')}</ul>`;
}

function neighbours(navigation: readonly NavigationGroup[], path: string, toRoot: string): string {
  const pages = navigation.flatMap((group) => group.pages);
  const index = pages.findIndex((page) => page.path === path);
  if (index === -1) return '';
  const link = (page: { title: string; path: string } | undefined, label: string) =>
    page === undefined ? '<span></span>' : `<a href="${toRoot}/${page.path}">${label} ${escapeHtml(page.title)}</a>`;
  return `<footer>${link(pages[index - 1], '←')}${link(pages[index + 1], '→')}</footer>`;
}
