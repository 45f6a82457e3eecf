import { decodeEntities } from './decode-entities.ts';
import { htmlTokens } from './html-tokens.ts';
import { parseUrl } from './parse-url.ts';
import { TextLines } from './text-lines.ts';

/** A page as a reader sees it: title, headings, lists, links with where they lead, code as it is. */
export function htmlToText(html: string, url: string): string {
  const page = new PageReader(url);
  for (const token of htmlTokens(html)) {
    switch (token.kind) {
      case 'text':
        page.text(decodeEntities(token.text));
        break;
      case 'open':
        page.open(token.name, token.attributes);
        break;
      case 'close':
        page.close(token.name);
        break;
    }
  }
  return page.result();
}

const BLOCKS = new Set(
  'address article aside blockquote dd details div dl dt fieldset figcaption figure footer form header main nav p section summary table tbody thead ul ol'.split(
    ' ',
  ),
);
const HEADING = /^h([1-6])$/;
const DEEPEST_LIST = 10;

class PageReader {
  readonly #url: string;
  readonly #lines = new TextLines();
  #title = '';
  #inTitle = false;
  #inPre = false;
  #lists = 0;
  #href: string | null = null;

  constructor(url: string) {
    this.#url = url;
  }

  text(text: string): void {
    if (this.#inTitle) this.#title += text;
    else if (this.#inPre) this.#lines.exactly(text);
    else this.#lines.words(text);
  }

  open(name: string, attributes: string): void {
    const heading = HEADING.exec(name)?.[1];
    if (heading !== undefined) {
      this.#lines.emptyLine();
      this.#lines.words(`${'#'.repeat(Number(heading))} `);
    }
    switch (name) {
      case 'title':
        this.#inTitle = this.#title === '';
        break;
      case 'br':
        this.#lines.newLine();
        break;
      case 'hr':
        this.#lines.emptyLine();
        break;
      case 'pre':
        this.#fence();
        this.#inPre = true;
        break;
      case 'code':
        if (!this.#inPre) this.#lines.words('`');
        break;
      case 'li':
        this.#lines.newLine();
        this.#lines.exactly(`${'  '.repeat(Math.max(0, Math.min(this.#lists, DEEPEST_LIST) - 1))}- `);
        break;
      case 'tr':
        this.#lines.newLine();
        break;
      case 'a':
        this.#href = attribute(attributes, 'href');
        break;
      case 'img': {
        const alt = attribute(attributes, 'alt');
        if (alt !== null && alt !== '') this.#lines.words(`[image: ${alt}]`);
        break;
      }
    }
    if (name === 'ul' || name === 'ol') this.#openList();
    else if (BLOCKS.has(name)) this.#lines.emptyLine();
  }

  close(name: string): void {
    if (HEADING.test(name)) this.#lines.emptyLine();
    switch (name) {
      case 'title':
        this.#inTitle = false;
        break;
      case 'pre':
        if (this.#inPre) this.#fence();
        this.#inPre = false;
        break;
      case 'code':
        if (!this.#inPre) this.#lines.words('`');
        break;
      case 'td':
      case 'th':
        this.#lines.words(' | ');
        break;
      case 'a':
        this.#closeLink();
        break;
    }
    if (name === 'ul' || name === 'ol') this.#lists = Math.max(0, this.#lists - 1);
    if (BLOCKS.has(name) && this.#lists === 0) this.#lines.emptyLine();
    else if (BLOCKS.has(name)) this.#lines.newLine();
  }

  result(): string {
    const title = this.#title.replaceAll(/\s+/g, ' ').trim();
    if (this.#inPre) this.#fence();
    const text = this.#lines.text();
    return title === '' ? text : `${title}\n\n${text}`;
  }

  #openList(): void {
    if (this.#lists === 0) this.#lines.emptyLine();
    else this.#lines.newLine();
    this.#lists++;
  }

  #fence(): void {
    this.#lines.newLine();
    this.#lines.exactly('```');
    this.#lines.newLine();
  }

  #closeLink(): void {
    const target = this.#href === null || this.#href.startsWith('#') ? null : parseUrl(this.#href, this.#url);
    this.#href = null;
    if (target !== null && /^https?:$/.test(target.protocol)) this.#lines.words(` (${target.href})`);
  }
}

/** Null when it is not there. */
function attribute(attributes: string, name: 'href' | 'alt'): string | null {
  const found = (name === 'href' ? HREF : ALT).exec(attributes.slice(0, LONGEST_ATTRIBUTES));
  return found === null ? null : decodeEntities(found[1] ?? found[2] ?? found[3] ?? '').trim();
}

const LONGEST_ATTRIBUTES = 10_000;
const HREF = /\shref\s{0,5}=\s{0,5}(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i;
const ALT = /\salt\s{0,5}=\s{0,5}(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i;
