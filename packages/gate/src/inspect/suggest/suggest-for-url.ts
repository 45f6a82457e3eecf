import { escapeGlob, matchesUrl } from '@caliban/calls/globs';
import { looksSecret } from '@caliban/calls/text';
import type { DescribedUrl } from '@caliban/calls/types';
import { type Draft, thatMatch } from './suggestion-draft.ts';

const MAX_EXACT_LENGTH = 300;

/** The host, the directory, the URL itself. A text that isn't a URL, or a URL with a user name, is allowed by no pattern. */
export function suggestForUrl(tool: string, { normal, hasUserinfo }: DescribedUrl): readonly Draft[] {
  if (normal === null || hasUserinfo) return [];
  const origin = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]+/.exec(normal)?.[0];
  const drafts: Draft[] = [];
  if (origin !== undefined) {
    const path = normal.slice(origin.length).replace(/[?#].*$/s, '');
    const directory = path.slice(0, path.lastIndexOf('/'));
    drafts.push({ pattern: `${tool}:${origin}/*`, explanation: `everything on \`${origin}\``, isOpen: true });
    if (directory !== '') {
      drafts.push({
        pattern: `${tool}:${escapeGlob(origin + directory)}/*`,
        explanation: `everything below \`${origin}${directory}/\``,
        isOpen: true,
      });
    }
    if (isUnwieldy(normal) && !isUnwieldy(origin + path)) {
      drafts.push({
        pattern: `${tool}:${escapeGlob(origin + path)}*`,
        explanation: 'this page with anything behind it',
        isOpen: true,
      });
    }
  }
  if (!isUnwieldy(normal) || drafts.length === 0) {
    drafts.push({ pattern: `${tool}:${escapeGlob(normal)}`, explanation: 'exactly this url' });
  }
  return thatMatch(drafts, tool, ({ argument, fields }) => {
    return argument?.kind === 'url' && fields.length === 0 && matchesUrl(argument.glob, normal);
  });
}

function isUnwieldy(url: string): boolean {
  return url.length > MAX_EXACT_LENGTH || looksSecret(url);
}
