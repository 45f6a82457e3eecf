import { Tokenizer } from 'htmlparser2';
import { parseUrl } from './parse-url.ts';
import { TextLines } from './text-lines.ts';

/**
 * A page as a reader sees it: title, headings, lists, links with their targets, code unchanged. The tokenizer alone reads any
 * text in one pass. The library's parser searches all open tags at each closing one, and a page could make that take minutes.
 */
export function htmlToText(html: string, url: string): string {
  const page = new PageReader(url);
  let tag: Tag = { name: '', attributes: new Map() };
  let attribute = '';
  let skipped: string | null = null;
  const at = (start: number, end: number) => html.slice(start, end);
  const text = (piece: string) => {
    if (skipped === null) page.text(piece.replaceAll('\u00a0', ' ').replaceAll('\u00ad', ''));
  };
  const add = (piece: string) => {
    if (attribute === 'href' || attribute === 'alt')
      tag.attributes.set(attribute, (tag.attributes.get(attribute) ?? '') + piece);
  };
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      ontext: (start, end) => text(at(start, end)),
      ontextentity: (code) => text(String.fromCodePoint(code)),
      onopentagname(start, end) {
        tag = { name: at(start, end).toLowerCase(), attributes: new Map() };
      },
      onattribname(start, end) {
        const name = at(start, end).toLowerCase();
        // The first attribute of a name is the effective one.
        attribute = tag.attributes.has(name) ? '' : name;
      },
      onattribdata: (start, end) => add(at(start, end)),
      onattribentity: (code) => add(String.fromCodePoint(code)),
      onattribend: () => {},
      onopentagend() {
        if (skipped !== null) return;
        if (SKIPPED.has(tag.name)) skipped = tag.name;
        else page.open(tag);
      },
      onselfclosingtag() {
        if (skipped === null && !SKIPPED.has(tag.name)) page.open(tag);
      },
      onclosetag(start, end) {
        const name = at(start, end).toLowerCase();
        if (skipped === null) page.close(name);
        else if (skipped === name) skipped = null;
      },
      oncdata: () => {},
      oncomment: () => {},
      ondeclaration: () => {},
      onprocessinginstruction: () => {},
      onend: () => {},
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  return page.result();
}

type Tag = { readonly name: string; readonly attributes: Map<string, string> };

/** Their content isn't text for a reader. */
const SKIPPED = new Set(['script', 'style', 'noscript', 'template', 'svg', 'iframe', 'object', 'canvas']);

const BLOCKS = new Set(
  'address article aside blockquote dd details div dl dt fieldset figcaption figure footer form header main nav p section summary table tbody thead ul ol'.split(
    ' ',
  ),
);
const HEADING = /^h([1-6])$/;
const MAX_LIST_DEPTH = 10;

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

  open({ name, attributes }: Tag): void {
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
        this.#lines.exactly(`${'  '.repeat(Math.max(0, Math.min(this.#lists, MAX_LIST_DEPTH) - 1))}- `);
        break;
      case 'tr':
        this.#lines.newLine();
        break;
      case 'a':
        this.#href = attributes.get('href')?.trim() ?? null;
        break;
      case 'img': {
        const alt = attributes.get('alt')?.trim() ?? '';
        if (alt !== '') this.#lines.words(`[image: ${alt}]`);
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
