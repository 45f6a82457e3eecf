import { GLOBSTAR, type PathSegments } from '../../types/glob.ts';
import type { GlobShape } from './glob-shape.ts';

/** A path glob's shape over the path below its anchor, without a leading slash. */
export function pathShape(segments: PathSegments): GlobShape {
  const { runs, wildcards, impossible } = literalRuns(segments);
  const head = runs[0] as string;
  const tail = runs[runs.length - 1] as string;
  if (!impossible) {
    // `a/**` and `a/**/*` say the same: something must be below.
    switch (wildcards.join(' ')) {
      case '':
        return { kind: 'exact', text: head };
      case '**':
        if (tail === '') return { kind: 'starts', text: head, longer: true };
        return { kind: 'framed', head, middle: 'directories', tail };
      case '** *':
        if (runs[1] !== '') break;
        if (tail === '') return { kind: 'starts', text: head, longer: true };
        // A slash behind the star keeps the two wildcards apart.
        if (!tail.includes('/')) return { kind: 'framed', head, middle: 'anything', tail };
        break;
      case '*':
        if (!tail.includes('/')) return { kind: 'framed', head, middle: 'name', tail };
        break;
    }
  }
  let inner = '';
  for (const run of runs.slice(1, -1)) if (run.length > inner.length) inner = run;
  return { kind: 'mixed', head, tail, inner };
}

type LiteralRuns = {
  /** The literal text between wildcards; the first starts with the path, the last ends with it, and both may be empty. */
  readonly runs: readonly string[];
  readonly wildcards: readonly ('**' | '*' | '?')[];
  /** An escaped slash stands inside a segment, where no path has one: the glob matches nothing, whatever its literals say. */
  readonly impossible: boolean;
};

function literalRuns(segments: PathSegments): LiteralRuns {
  const runs = [''];
  const wildcards: ('**' | '*' | '?')[] = [];
  let impossible = false;
  const literal = (text: string) => {
    runs[runs.length - 1] += text;
  };
  const wildcard = (kind: '**' | '*' | '?') => {
    wildcards.push(kind);
    runs.push('');
  };
  for (const [index, segment] of segments.entries()) {
    // `**` may stand for no segment at all, and then the slash behind it is the one before it.
    if (index > 0 && segments[index - 1] !== GLOBSTAR) literal('/');
    if (segment === GLOBSTAR) {
      wildcard('**');
    } else if (typeof segment === 'string') {
      impossible ||= segment.includes('/');
      literal(segment);
    } else {
      for (const token of segment) {
        if (token.kind !== 'literal') wildcard(token.kind === 'star' ? '*' : '?');
        else {
          impossible ||= token.text === '/';
          literal(token.text);
        }
      }
    }
  }
  return { runs, wildcards, impossible };
}
