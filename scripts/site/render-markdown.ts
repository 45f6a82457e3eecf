import { Marked, type Tokens } from 'marked';

export type Heading = { readonly level: number; readonly id: string; readonly text: string };

export type Rendered = {
  readonly html: string;
  readonly headings: readonly Heading[];
  /** The plain text below each heading, in the same order. */
  readonly texts: readonly string[];
};

/** `leadsTo` gives the address in the site for a link as written; null for a file that the site doesn't have. */
export function renderMarkdown(markdown: string, leadsTo: (link: string) => string | null): Rendered {
  const headings: Heading[] = [];
  const marked = new Marked({ gfm: true });
  marked.use({
    renderer: {
      heading({ depth, text, tokens }: Tokens.Heading) {
        const id = headingId(text);
        headings.push({ level: depth, id, text: plainText(text) });
        const link = `<a class="anchor" href="#${id}" aria-label="link to this section">#</a>`;
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}${link}</h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link) {
        const text = this.parser.parseInline(tokens);
        const target = leadsTo(href);
        if (target === null)
          return `<span class="in-repository" title="${escapeHtml(href)} in the repository">${text}</span>`;
        return `<a href="${escapeHtml(target)}">${text}</a>`;
      },
      image({ href, text }: Tokens.Image) {
        return `<img src="${escapeHtml(leadsTo(href) ?? href)}" alt="${escapeHtml(text)}" loading="lazy">`;
      },
      code({ text, lang = '' }: Tokens.Code) {
        const lines = lang === 'console' ? consoleLines(text) : escapeHtml(text);
        return `<pre tabindex="0" data-language="${escapeHtml(lang)}"><code>${lines}</code></pre>\n`;
      },
      table({ header, rows }: Tokens.Table) {
        const cells = (tag: string, row: readonly Tokens.TableCell[]) =>
          `<tr>${row.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('')}</tr>`;
        const body = rows.map((row) => cells('td', row)).join('\n');
        return `<div class="table" tabindex="0"><table><thead>${cells('th', header)}</thead><tbody>${body}</tbody></table></div>\n`;
      },
    },
  });
  const html = marked.parse(markdown, { async: false });
  return { html, headings, texts: textsBelowHeadings(markdown) };
}

/** As GitHub makes them. */
export function headingId(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** What is typed looks other than what is printed. */
function consoleLines(text: string): string {
  return text
    .split('\n')
    .map((line) => (line.startsWith('$ ') ? `<b class="typed">${escapeHtml(line)}</b>` : escapeHtml(line)))
    .join('\n');
}

function textsBelowHeadings(markdown: string): readonly string[] {
  const fences = /^```.*?^```/gms;
  const code: string[] = [];
  const withoutCode = markdown.replaceAll(fences, (block) => `\u0000${code.push(block) - 1}\u0000`);
  return withoutCode
    .split(/^#+ .*$/m)
    .slice(1)
    .map((text) => plainText(text.replaceAll(/\u0000(\d+)\u0000/g, (_, index) => code[Number(index)] ?? '')));
}

function plainText(markdown: string): string {
  return markdown
    .replaceAll(/<!--.*?-->/gs, ' ')
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/^```.*$/gm, ' ')
    .replaceAll(/[`*|]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
