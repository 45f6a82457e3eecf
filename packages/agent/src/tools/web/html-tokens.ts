export type HtmlToken =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'open'; readonly name: string; readonly attributes: string }
  | { readonly kind: 'close'; readonly name: string };

/** What stands in these is no text for a reader. */
const DROPPED = new Set(['script', 'style', 'noscript', 'template', 'svg', 'iframe', 'object', 'canvas']);

/** Any text at all, in one pass: whatever is never closed is looked for once and not again. */
export function* htmlTokens(html: string): Generator<HtmlToken> {
  const find = onceMissing(html);
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf('<', at);
    if (open === -1) break;
    if (open > at) yield { kind: 'text', text: html.slice(at, open) };
    at = open;
    if (html.startsWith('<!--', at)) {
      at = after(find('-->', at + 4), 3, html);
      continue;
    }
    const name = /^[!?]|^\/?[a-z][a-z0-9-]{0,40}/i.exec(html.slice(at + 1, at + 44))?.[0].toLowerCase();
    const end = name === undefined ? -1 : tagEnd(html, at + 1, find);
    if (name === undefined || end === -1) {
      yield { kind: 'text', text: '<' };
      at++;
      continue;
    }
    const attributes = html.slice(at + 1 + name.length, end);
    at = end + 1;
    if (name.startsWith('/')) {
      yield { kind: 'close', name: name.slice(1) };
    } else if (DROPPED.has(name)) {
      if (!attributes.endsWith('/')) at = closing(html, name, at);
    } else if (name !== '!' && name !== '?') {
      yield { kind: 'open', name, attributes };
    }
  }
  if (at < html.length) yield { kind: 'text', text: html.slice(at) };
}

type Find = (what: string, from: number) => number;

/** What is not found from one place on is not found from a later one either. */
function onceMissing(html: string): Find {
  const missing = new Set<string>();
  return (what, from) => {
    if (missing.has(what)) return -1;
    const found = html.indexOf(what, from);
    if (found === -1) missing.add(what);
    return found;
  };
}

function after(found: number, length: number, html: string): number {
  return found === -1 ? html.length : found + length;
}

/** Where the `>` of a tag stands; one inside quotes does not count. */
function tagEnd(html: string, from: number, find: Find): number {
  let end = find('>', from);
  for (let at = from; end !== -1; ) {
    const quote = /=\s{0,20}(["'])/.exec(html.slice(at, end));
    if (quote === null) return end;
    const closed = find(quote[1] as string, at + quote.index + quote[0].length);
    if (closed === -1) return end;
    at = closed + 1;
    if (at > end) end = find('>', at);
  }
  return -1;
}

function closing(html: string, name: string, from: number): number {
  const close = new RegExp(`</${name}`, 'gi');
  close.lastIndex = from;
  return close.exec(html)?.index ?? html.length;
}
