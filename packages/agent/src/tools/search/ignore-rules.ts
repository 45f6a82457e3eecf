import { matchesSegments, parsePathGlob } from '@caliban/calls/globs';
import type { PathSegments } from '@caliban/calls/types';

/** One line of a .gitignore. */
type IgnoreRule = {
  readonly alternatives: readonly PathSegments[];
  readonly isNegated: boolean;
  readonly onlyDirectories: boolean;
};

/** The rules of a directory, in addition to those of the directories above it. */
export type IgnoreScope = {
  /** With a trailing slash. */
  readonly directory: string;
  readonly rules: readonly IgnoreRule[];
  readonly above: IgnoreScope | null;
};

export function parseIgnoreFile(text: string): readonly IgnoreRule[] {
  return text.split('\n', MAX_RULES).flatMap((line) => parseRule(line.replace(/\r$/, '')) ?? []);
}

const MAX_RULES = 10_000;

/** The last matching rule decides; a nearer directory takes precedence over those above it. `path` is below all of them. */
export function isIgnored(scope: IgnoreScope | null, path: string, { isDirectory }: { isDirectory: boolean }): boolean {
  for (let at = scope; at !== null; at = at.above) {
    const below = path.slice(at.directory.length);
    const rule = at.rules.findLast(
      ({ alternatives, onlyDirectories }) =>
        (isDirectory || !onlyDirectories) && alternatives.some((segments) => matchesSegments(segments, below)),
    );
    if (rule !== undefined) return !rule.isNegated;
  }
  return false;
}

/** Null for a comment, a blank line, and anything git wouldn't understand either. */
function parseRule(line: string): IgnoreRule | null {
  const text = withoutTrailingBlanks(line);
  if (text === '' || text.startsWith('#')) return null;
  const isNegated = text.startsWith('!');
  const pattern = isNegated ? text.slice(1) : text;
  const onlyDirectories = pattern.endsWith('/');
  const glob = parsePathGlob(anchored(onlyDirectories ? pattern.slice(0, -1) : pattern));
  return glob.ok ? { alternatives: glob.value.alternatives, isNegated, onlyDirectories } : null;
}

function withoutTrailingBlanks(line: string): string {
  const trimmed = line.trimEnd();
  return trimmed.endsWith('\\') && trimmed.length < line.length ? `${trimmed} ` : trimmed;
}

/** In our globs `./` anchors at the directory; braces have a meaning there, but not in a .gitignore. */
function anchored(pattern: string): string {
  const plain = pattern.replaceAll(/[{}]/g, '\\$&');
  return plain.includes('/') ? `./${plain.replace(/^\/+/, '')}` : `./**/${plain}`;
}
