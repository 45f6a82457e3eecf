import { GLOBSTAR, type PathSegment, type PathSegments, type PathToken } from '../types/glob.ts';

/**
 * Decides whether a pair of segments is enough to say that one glob is aimed at the other. Arguments are indexes in their globs.
 */
export type AimTest = (one: number, other: number) => boolean;

/**
 * Whether some path matches both globs. A `**` of `reached` may be no segment at all, also at its end. With `aims`, at least one
 * pair of segments on the way must pass it.
 */
export function pathsMeet(reached: PathSegments, denied: PathSegments, aims?: AimTest): boolean {
  // At its end, `**` needs a segment.
  const ruled: PathSegments = denied.at(-1) === GLOBSTAR ? [...denied.slice(0, -1), ANY_NAME, GLOBSTAR] : denied;
  const width = ruled.length + 1;
  const seen = new Set<number>();
  const queue: [one: number, other: number, aimed: boolean][] = [];
  const visit = (one: number, other: number, aimed: boolean) => {
    const key = (one * width + other) * 2 + Number(aimed);
    if (seen.has(key)) return;
    seen.add(key);
    queue.push([one, other, aimed]);
  };
  visit(0, 0, aims === undefined);
  for (const [one, other, aimed] of queue) {
    if (one === reached.length && other === ruled.length && aimed) return true;
    const left = reached[one];
    const right = ruled[other];
    if (left === GLOBSTAR) visit(one + 1, other, aimed);
    if (right === GLOBSTAR) visit(one, other + 1, aimed);
    if (left === undefined || right === undefined) continue;
    const isNamed = left !== GLOBSTAR && right !== GLOBSTAR;
    if (isNamed && !segmentsMeet(left, right)) continue;
    const isAimed = aimed || (isNamed && aims?.(one, other) === true);
    visit(left === GLOBSTAR ? one : one + 1, right === GLOBSTAR ? other : other + 1, isAimed);
  }
  return false;
}

const ANY_NAME: PathSegment = [{ kind: 'star' }];

/** Whether some name matches both. */
export function segmentsMeet(one: PathSegment, other: PathSegment): boolean {
  if (typeof one === 'string' && typeof other === 'string') return one === other;
  return walkTokens(tokensOf(one), tokensOf(other), {
    meet: tokensMeet,
    isFree: (token) => token.kind === 'star',
  });
}

/** Whether every name that `smaller` matches certainly matches `larger`. */
export function coversSegment(larger: PathSegment, smaller: PathSegment): boolean {
  return walkTokens(tokensOf(smaller), tokensOf(larger), { meet: coversToken, isFree: () => false });
}

/** Whether it restricts the name: a star alone doesn't. */
export function namesSomething(segment: PathSegment): boolean {
  return tokensOf(segment).some(({ kind }) => kind !== 'star');
}

/** Whether it restricts the beginning of the name. */
export function namesStart(segment: PathSegment): boolean {
  return tokensOf(segment)[0]?.kind !== 'star';
}

function tokensOf(segment: PathSegment): readonly PathToken[] {
  return typeof segment === 'string' ? Array.from(segment, (text) => ({ kind: 'literal', text })) : segment;
}

type Walk = {
  /** Whether the tokens, neither of them a free star, can be the same character. */
  readonly meet: (one: PathToken, other: PathToken) => boolean;
  /** A star of the first list that may match anything. */
  readonly isFree: (token: PathToken) => boolean;
};

function walkTokens(first: readonly PathToken[], second: readonly PathToken[], { meet, isFree }: Walk): boolean {
  const width = second.length + 1;
  const seen = new Set<number>();
  const queue: [one: number, other: number][] = [];
  const visit = (one: number, other: number) => {
    const key = one * width + other;
    if (seen.has(key)) return;
    seen.add(key);
    queue.push([one, other]);
  };
  visit(0, 0);
  for (const [one, other] of queue) {
    if (one === first.length && other === second.length) return true;
    const left = first[one];
    const right = second[other];
    const isLeftFree = left !== undefined && isFree(left);
    const isRightFree = right?.kind === 'star';
    if (isLeftFree) visit(one + 1, other);
    if (isRightFree) visit(one, other + 1);
    if (left === undefined || right === undefined) continue;
    if (isLeftFree || isRightFree || meet(left, right))
      visit(isLeftFree ? one : one + 1, isRightFree ? other : other + 1);
  }
  return false;
}

function tokensMeet(one: PathToken, other: PathToken): boolean {
  if (one.kind === 'literal' && other.kind === 'literal') return one.text === other.text;
  if (one.kind === 'literal' && other.kind === 'class') return isInClass(other, one.text);
  if (one.kind === 'class' && other.kind === 'literal') return isInClass(one, other.text);
  if (one.kind === 'class' && other.kind === 'class' && !one.negated && !other.negated) {
    return one.ranges.some(([low, high]) => other.ranges.some(([from, to]) => low <= to && from <= high));
  }
  return true;
}

/** A star of the smaller glob only fits into a star. */
function coversToken(smaller: PathToken, larger: PathToken): boolean {
  if (smaller.kind === 'star') return false;
  if (larger.kind === 'any') return true;
  if (smaller.kind !== 'literal') return false;
  return larger.kind === 'literal'
    ? larger.text === smaller.text
    : larger.kind === 'class' && isInClass(larger, smaller.text);
}

function isInClass({ ranges, negated }: Extract<PathToken, { kind: 'class' }>, text: string): boolean {
  const code = text.codePointAt(0) as number;
  return ranges.some(([low, high]) => low <= code && code <= high) !== negated;
}
