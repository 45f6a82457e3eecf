import { readRule, textFor } from './rule-text.mjs';

/**
 * The truth every engine is held against: slow and obvious. Tries the rules in order; the verdict is the index of the first
 * that matches, or -1. In text, `*` is any run of characters; in a path it stops at `/`, and a `**` segment crosses.
 */
export function createOracle(rules) {
  const parsed = rules.map(readRule).map(({ tool, kind, key, glob }) => ({
    tool,
    key,
    matches: kind === 'path' ? pathMatcher(glob) : textMatcher(glob),
  }));
  return (call) => parsed.findIndex(({ tool, key, matches }) => tool === call.tool && matches(textFor(call, key)));
}

/** The literal pieces must appear in order, the first at the start and the last at the end. */
function textMatcher(glob) {
  const [first, ...inner] = glob.split('*');
  if (inner.length === 0) return (text) => text === glob;
  const last = inner.pop();
  return (text) => {
    if (!text?.startsWith(first)) return false;
    let at = first.length;
    for (const piece of inner) {
      const found = text.indexOf(piece, at);
      if (found === -1) return false;
      at = found + piece.length;
    }
    return at + last.length <= text.length && text.endsWith(last);
  };
}

function pathMatcher(glob) {
  const segments = glob.split('/').map((segment) => (segment === '**' ? '**' : textMatcher(segment)));
  return (path) => segmentsMatch(segments, path.split('/'));
}

/** `**` in the middle is any number of segments; at the end at least one. */
function segmentsMatch([matcher, ...matchers], segments) {
  if (matcher === undefined) return segments.length === 0;
  if (matcher === '**') {
    if (matchers.length === 0) return segments.length > 0;
    return segments.some((_, skipped) => segmentsMatch(matchers, segments.slice(skipped)));
  }
  return segments.length > 0 && matcher(segments[0]) && segmentsMatch(matchers, segments.slice(1));
}
