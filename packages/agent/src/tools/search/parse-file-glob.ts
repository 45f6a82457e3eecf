import type { AbsolutePath, Result } from '@caliban/calls';
import { matchesPath, parsePathGlob } from '@caliban/calls/globs';
import { cutMiddle, pathBelow } from '@caliban/calls/text';
import { fail, ok } from '@caliban/calls/types';

/**
 * A glob over files below `root`: without a slash it matches at any depth. It can't reach outside, because only the root was
 * judged.
 */
export function parseFileGlob(text: string, root: AbsolutePath): Result<(path: AbsolutePath) => boolean, string> {
  const below = text.startsWith('/') ? pathBelow(text as AbsolutePath, root) : text;
  if (below === null || text.startsWith('~')) {
    return fail(`the pattern \`${text}\` lies outside of ${root}; make it relative and give \`path\``);
  }
  if (below.split('/').includes('..')) return fail('a pattern cannot contain `..`; give `path` instead');
  const glob = parsePathGlob(text.startsWith('/') ? `./${below}` : below);
  if (!glob.ok) {
    return fail(`the pattern \`${cutMiddle(text, MAX_ECHO_LENGTH).text}\` cannot be read: ${glob.error.message}`);
  }
  return ok((path) => matchesPath(glob.value, path, { workspace: root }));
}

const MAX_ECHO_LENGTH = 400;
