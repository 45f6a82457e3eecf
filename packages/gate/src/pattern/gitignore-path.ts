import { escapePathGlob } from '@caliban/calls/globs';
import type { Action } from '../types/rule.ts';

export type ClaudePathOptions = {
  readonly action: Action;
  /** Where `/path` starts; the workspace when undefined. */
  readonly settingsDirectory?: string | undefined;
};

/**
 * A path rule of Claude Code as one of our path globs, or null if it can't be expressed. `//` is the root, `~/` home, `/` the
 * directory of the settings file, `./` the workspace; anything else is matched as in .gitignore. A matched directory includes
 * everything below it: a deny or ask spells that out, an allow only if the last name is plain.
 */
export function gitignorePath(written: string, { action, settingsDirectory }: ClaudePathOptions): string | null {
  const { anchor, body } = splitAnchor(written.trim(), settingsDirectory);
  if (/^[!#]/.test(written) || body.includes('[:')) return null;

  const base = withoutBelow(body);
  if (base === '') return `${anchor}**`;
  const glob = spelled(base);
  const below = base.length < body.length;
  if (anchor !== '' || base.includes('/')) {
    const start = anchor === '' && isFieldLike(glob) ? './' : anchor;
    return start + ending(glob, { base, below: below ? '/**' : '', action });
  }

  // One name: anywhere below the workspace, except that an allow of `src/**` means the one at the top.
  if (action === 'allow' && body.endsWith('/**')) return `./${glob}/**`;
  return (isFieldLike(glob) ? '**/' : '') + ending(glob, { base, below: below ? '/' : '', action });
}

function splitAnchor(written: string, settingsDirectory: string | undefined): { anchor: string; body: string } {
  if (written.startsWith('//')) return { anchor: '/', body: written.replace(/^\/+/, '') };
  if (written === '~' || written.startsWith('~/')) return { anchor: '~/', body: written.slice(2) };
  if (written.startsWith('/')) return { anchor: directory(settingsDirectory), body: written.slice(1) };
  if (written.startsWith('./')) return { anchor: './', body: written.slice(2) };
  return { anchor: '', body: written };
}

function directory(path: string | undefined): string {
  if (path === undefined) return './';
  return `${escapePathGlob(path.replace(/\/+$/, ''))}/`;
}

/** `secrets/**` and `secrets/` without their ends; `**` alone is everything. */
function withoutBelow(body: string): string {
  let base = body.endsWith('/') ? body.slice(0, -1) : body;
  while (base.endsWith('/**')) base = base.slice(0, -3);
  return base === '**' ? '' : base;
}

/** `{,/}`: the path itself, and everything below it. `below`: how to express only the latter. */
function ending(
  glob: string,
  { base, below, action }: { base: string; below: '' | '/' | '/**'; action: Action },
): string {
  if (action !== 'allow') return `${glob}{,/}`;
  if (below !== '') return glob + below;
  return /[*?[]/.test(base.slice(base.lastIndexOf('/') + 1)) ? glob : `${glob}{,/}`;
}

/** .gitignore has no braces, and an unclosed bracket is literal. */
function spelled(body: string): string {
  let glob = '';
  const lastClose = body.lastIndexOf(']');
  for (let at = 0; at < body.length; at++) {
    const character = body[at] as string;
    if (character === '\\' && at + 1 < body.length) glob += character + body[++at];
    else if (character === '[') {
      const close = at + 2 > lastClose ? at : body.indexOf(']', at + 2);
      glob += close === at ? '\\[' : body.slice(at, close + 1);
      at = close;
    } else glob += '{},\\]'.includes(character) ? `\\${character}` : character;
  }
  return glob;
}

/** `content=x` would be read as a field of the tool, and `~x` as a user's home. */
function isFieldLike(glob: string): boolean {
  return glob.includes('=') || glob.startsWith('~');
}
