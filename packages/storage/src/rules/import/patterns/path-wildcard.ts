import { escapePathGlob } from '@caliban/calls/globs';
import { RUN, tidy, type Wildcard, type WildcardPart } from './wildcard.ts';

/**
 * Converts a wildcard over paths, whose runs cross `/`, to a path glob, whose stars don't. The glob is relative to the workspace
 * unless the text starts with `/` or `~/`, or with a run that `runsFrom` lets start at the root: then the glob matches at least
 * as much as the wildcard.
 */
export function pathGlob(
  parts: Wildcard,
  { runsFrom = 'workspace' }: { runsFrom?: 'workspace' | 'root' } = {},
): string {
  const tidied = tidy(runsFrom === 'root' ? withoutHoles(parts) : parts);
  const spelledOut = tidied.map((part, index) => spelled(part, tidied[index - 1], tidied[index + 1])).join('');
  const glob = spelledOut.replaceAll('/**/**/', '/**/');
  const first = tidied[0];
  if (first?.kind === 'text') return /^(?:\/|~\/)/.test(first.text) ? glob : `./${glob}`;
  return runsFrom === 'root' ? `/${glob}` : glob.startsWith('**') ? glob : `./${glob}`;
}

function spelled(part: WildcardPart, before: WildcardPart | undefined, after: WildcardPart | undefined): string {
  switch (part.kind) {
    case 'text':
      return escapePathGlob(part.text);
    case 'one':
      return mayBeSlash(before, after) ? '{?,/}' : '?';
    case 'run':
      return startsSegment(before) ? runAtStart(after) : runInside(after);
  }
}

/** A single-character wildcard may be a slash where a segment may end. */
function mayBeSlash(before: WildcardPart | undefined, after: WildcardPart | undefined): boolean {
  if (startsSegment(before) || after === undefined || startsWithSlash(after)) return false;
  return before?.kind !== 'one' && after.kind !== 'one';
}

/** Several single-character wildcards in a row could contain slashes in many ways: a run covers them all. */
function withoutHoles(parts: Wildcard): Wildcard {
  return parts.map((part, index) => {
    const inARow = parts[index - 1]?.kind === 'one' || parts[index + 1]?.kind === 'one';
    return part.kind === 'one' && inARow ? RUN : part;
  });
}

/** `dir/` and then anything. */
function runAtStart(after: WildcardPart | undefined): string {
  if (after === undefined) return '**';
  return startsWithSlash(after) ? '*/**' : '**/*';
}

/** `name` and then anything: the rest of the segment, or that and further segments. */
function runInside(after: WildcardPart | undefined): string {
  if (after === undefined || startsWithSlash(after)) return '{*,*/**}';
  return '{*,*/**/*}';
}

function startsSegment(before: WildcardPart | undefined): boolean {
  return before === undefined || (before.kind === 'text' && before.text.endsWith('/'));
}

function startsWithSlash(part: WildcardPart): boolean {
  return part.kind === 'text' && part.text.startsWith('/');
}
