import type { TextGlob, UrlGlob } from '../types/glob.ts';
import type { DescribedUrl } from '../types/subject.ts';
import { matchesText, parseTextGlob } from './text-glob.ts';

export function parseUrlGlob(text: string): UrlGlob {
  const schemeEnd = text.indexOf('://');
  if (schemeEnd === -1) {
    return { text, loose: spellings(text).map((spelling) => parseTextGlob(spelling)), parts: null };
  }

  const scheme = text.slice(0, schemeEnd).toLowerCase();
  const afterScheme = text.slice(schemeEnd + 3);
  const slash = afterScheme.indexOf('/');
  const authority = normalAuthority(slash === -1 ? afterScheme : afterScheme.slice(0, slash), scheme);
  const rest = restGlob(slash === -1 ? null : afterScheme.slice(slash), authority.endsWith('*'));
  return {
    text,
    loose: rest.map((ending) => parseTextGlob(`${scheme}://${authority}${ending}`)),
    parts: {
      scheme: parseTextGlob(scheme),
      authorities: [parseTextGlob(authority)],
      rest: rest.map((ending) => parseTextGlob(ending)),
    },
  };
}

/** Whether the glob matches a URL text in normal form. */
export function matchesUrl(glob: UrlGlob, url: string): boolean {
  if (!glob.loose.some((loose) => matchesText(loose, url))) return false;
  if (glob.parts === null) return true;
  const schemeEnd = url.indexOf('://');
  if (schemeEnd === -1) return false;
  const authorityEnd = endOfAuthority(url, schemeEnd + 3);
  return (
    matchesText(glob.parts.scheme, url.slice(0, schemeEnd)) &&
    anyMatches(glob.parts.authorities, url.slice(schemeEnd + 3, authorityEnd)) &&
    anyMatches(glob.parts.rest, url.slice(authorityEnd))
  );
}

function anyMatches(globs: readonly TextGlob[], text: string): boolean {
  return globs.some((glob) => matchesText(glob, text));
}

/** Every URL of a host, with any scheme, port and path; `*.a.test` is every host below it. */
export function urlsOfHost(written: string): UrlGlob {
  const host = normalAuthority(written, '');
  const authorities = host === '*' ? ['*'] : [host, `${host}:*`];
  return {
    text: `*://${host}`,
    loose: authorities.flatMap((authority) =>
      authority.endsWith('*')
        ? [parseTextGlob(`*://${authority}`)]
        : ['', '/*', '\\?*', '#*'].map((rest) => parseTextGlob(`*://${authority}${rest}`)),
    ),
    parts: {
      scheme: ANY_TEXT,
      authorities: authorities.map((authority) => parseTextGlob(authority)),
      rest: [ANY_TEXT],
    },
  };
}

const ANY_TEXT = parseTextGlob('*');

/** WHATWG normal form without userinfo. A URL written without a path keeps none: `https://a.test`. */
export function describeUrl(written: string): DescribedUrl {
  let url: URL;
  try {
    url = new URL(written);
  } catch {
    return { written, normal: null, hasUserinfo: false };
  }
  const hasUserinfo = url.username !== '' || url.password !== '' || USERINFO.test(written);
  const afterScheme = url.href.slice(url.protocol.length);
  const withoutUserinfo = hasUserinfo ? afterScheme.replace(/^\/\/[^/?#]*@/, '//') : afterScheme;
  const bare = url.pathname === '/' && url.search === '' && url.hash === '' && !/[/\\.]$/.test(written.trimEnd());
  return { written, normal: url.protocol + (bare ? withoutUserinfo.replace(/\/$/, '') : withoutUserinfo), hasUserinfo };
}

/** `https://a.test\@b.test/` leads to `a.test` by WHATWG, where a backslash is a slash, and to `b.test` by RFC 3986. */
const USERINFO = /^[^/?#]*:\/\/[^/?#]*@/;

/** If the pattern has no path: none in the URL either, or only the root; but a final star matches everything. */
function restGlob(path: string | null, closingStar: boolean): readonly string[] {
  if (path !== null) return spellings(path);
  return closingStar ? ['*'] : ['', '/'];
}

/** As written, for URLs that don't parse, and in the spelling of parsed URLs. */
function spellings(path: string): readonly string[] {
  const parsed = path.replaceAll(NEVER_BARE, percentEncoded);
  return [...new Set([path, parsed, spelledByPlace(parsed)])];
}

/** Some characters are encoded in one part and not in another. A `?` ends the path, as far as the pattern shows. */
function spelledByPlace(parsed: string): string {
  const [, path = '', query = '', fragment = ''] = /^([^?#]*)([^#]*)(.*)$/s.exec(parsed) as RegExpExecArray;
  return (
    path.replaceAll(/[`{}]/g, percentEncoded) + query.replaceAll("'", '%27') + fragment.replaceAll('`', percentEncoded)
  );
}

/** Characters that never occur in parsed URLs, neither in the path nor in the query or fragment. */
const NEVER_BARE = /[ "<>\u{80}-\u{10ffff}]/gu;

function percentEncoded(character: string): string {
  // A lone surrogate can't be encoded; a parsed URL has the replacement character.
  return /\p{Surrogate}/u.test(character) ? '%EF%BF%BD' : encodeURIComponent(character);
}

function endOfAuthority(url: string, from: number): number {
  for (let at = from; at < url.length; at++) {
    const character = url[at];
    if (character === '/' || character === '?' || character === '#') return at;
  }
  return url.length;
}

const DEFAULT_PORTS: Readonly<Record<string, string>> = {
  http: ':80',
  https: ':443',
  ws: ':80',
  wss: ':443',
  ftp: ':21',
};

/** The host as in parsed URLs: lower case, punycode, no default port. Labels with a wildcard stay as they are. */
function normalAuthority(authority: string, scheme: string): string {
  const port = DEFAULT_PORTS[scheme];
  const withoutPort = port !== undefined && authority.endsWith(port) ? authority.slice(0, -port.length) : authority;
  return withoutPort
    .split('.')
    .map((label) => (isAscii(label) ? label.toLowerCase() : punycode(label)))
    .join('.');
}

function isAscii(label: string): boolean {
  for (let at = 0; at < label.length; at++) if (label.charCodeAt(at) > 127) return false;
  return true;
}

function punycode(label: string): string {
  try {
    return /[*?:@]/.test(label) ? label.toLowerCase() : new URL(`http://${label}/`).hostname;
  } catch {
    return label.toLowerCase();
  }
}
