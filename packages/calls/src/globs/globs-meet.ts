import { GLOBSTAR, type PathSegment, type PathSegments, type PathToken } from '../types/glob.ts';

/** Whether some path matches both the rule's segments and the segments of a shell pattern. */
export function globsMeet(rule: PathSegments, pattern: PathSegments): boolean {
  let states = new Set(closed([0], rule));
  for (const segment of pattern) {
    const next = new Set<number>();
    for (const at of states) {
      const expected = rule[at];
      if (segment === GLOBSTAR) for (const reached of crossed(at, rule)) next.add(reached);
      else if (expected === GLOBSTAR) next.add(at);
      else if (expected !== undefined && segmentsMeet(expected, segment)) next.add(at + 1);
    }
    states = new Set(closed([...next], rule));
  }
  return states.has(rule.length) || (rule.at(-1) === GLOBSTAR && states.has(rule.length - 1));
}

/** How far a `**` of the shell pattern reaches: it doesn't enter directories with a leading dot. */
function crossed(from: number, rule: PathSegments): readonly number[] {
  const reached = [from];
  for (let at = from; at < rule.length; at++) {
    const expected = rule[at] as PathSegments[number];
    if (expected !== GLOBSTAR && startsWithDot(tokensOf(expected))) break;
    reached.push(at + 1);
  }
  return reached;
}

/** A `**` may match no segment at all; at the end it needs at least one, which `globsMeet` checks. */
function closed(states: readonly number[], rule: PathSegments): number[] {
  const all = [...states];
  for (const at of all) if (rule[at] === GLOBSTAR && at < rule.length - 1 && !all.includes(at + 1)) all.push(at + 1);
  return all;
}

function segmentsMeet(one: PathSegment, other: PathSegment): boolean {
  if (typeof one === 'string' && typeof other === 'string') return one === other;
  const [left, right] = [tokensOf(one), tokensOf(other)];
  // A name with a leading dot only matches a shell pattern that contains the dot.
  if (startsWithDot(left) && !startsWithDot(right) && right[0]?.kind !== 'literal') return false;
  let row = new Array<boolean>(right.length + 1).fill(false);
  row[0] = true;
  for (let r = 0; r < right.length && right[r]?.kind === 'star'; r++) row[r + 1] = true;
  for (const token of left) {
    const next = new Array<boolean>(right.length + 1).fill(false);
    next[0] = token.kind === 'star' && row[0] === true;
    for (let r = 0; r < right.length; r++) {
      const against = right[r] as PathToken;
      if (token.kind === 'star' || against.kind === 'star')
        next[r + 1] =
          row[r + 1] === true ||
          next[r] === true ||
          (token.kind === 'star' && row[r] === true) ||
          (against.kind === 'star' && row[r] === true);
      else next[r + 1] = row[r] === true && tokensMeet(token, against);
    }
    row = next;
  }
  return row[right.length] === true;
}

function startsWithDot([first]: readonly PathToken[]): boolean {
  return first?.kind === 'literal' && first.text === '.';
}

function tokensOf(segment: PathSegment): readonly PathToken[] {
  return typeof segment === 'string' ? Array.from(segment, (text) => ({ kind: 'literal', text }) as const) : segment;
}

type OneCharacter = Exclude<PathToken, { kind: 'star' }>;

function tokensMeet(one: PathToken, other: PathToken): boolean {
  const [left, right] = [one as OneCharacter, other as OneCharacter];
  if (left.kind === 'any' || right.kind === 'any') return true;
  if (left.kind === 'literal') return right.kind === 'literal' ? left.text === right.text : holds(right, left.text);
  if (right.kind === 'literal') return holds(left, right.text);
  return true;
}

function holds({ ranges, negated }: Extract<PathToken, { kind: 'class' }>, character: string): boolean {
  const code = character.codePointAt(0) as number;
  return ranges.some(([low, high]) => low <= code && code <= high) !== negated;
}
