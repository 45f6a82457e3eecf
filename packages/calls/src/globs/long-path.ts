import { GLOBSTAR, type PathSegments, type PathToken, type TextGlob } from '../types/glob.ts';
import { type Delay, Delays, withoutLongRuns } from './delays.ts';
import { matchesText } from './text-glob.ts';

/** Segments against a path without its leading slash, for paths longer than any file system accepts: possibly an attack. */
export function matchesLongPath(pattern: PathSegments, path: string): boolean {
  const walk = walkOf(pattern);
  return matchesText(walk.looser, path) && reachesEnd(walk, path);
}

/** Follows all readings of the path at once, one bit each: the time is path × glob / 32 for any path. */
function reachesEnd(walk: Walk, path: string): boolean {
  const { words, end, unnamed } = walk;
  const { length } = path;
  const ways = new Int32Array(words);
  const delays = new Delays(walk.delays);
  ways[0] = 1;
  let rows = walk.atName;
  for (let at = 0; at < length; ) {
    const code = path.codePointAt(at) as number;
    at += code > 0xffff ? 2 : 1;
    const known = code < unnamed ? code : unnamed;
    const row = rows[known] ?? addRow(walk, rows, known);
    delays.exchange(ways);
    if (code === SLASH) delays.clear();
    let carry = 0;
    let alive = 0;
    for (let word = 0; word < words; word++) {
      const here = ways[word] as number;
      const leaving = here & (row[word] as number);
      const next = (here & (row[words + word] as number)) | (leaving << 1) | carry;
      carry = leaving >>> 31;
      alive |= next;
      ways[word] = next;
    }
    if (alive === 0 && delays.isEmpty) return false;
    rows = code === SLASH ? walk.atName : walk.inName;
  }
  return hasBit(ways, end);
}

const SLASH = 47;

/** What advances the walk by one state: a character of a name, or the slash after it. */
type Step = Exclude<PathToken, { kind: 'star' }> | 'slash';

/** States are numbered by the steps before them. */
type Walk = {
  readonly steps: readonly Step[];
  readonly end: number;
  /** How many integers hold a bit for every state. */
  readonly words: number;
  /** States where `**` skips anything, and where `*` skips characters within a name. */
  readonly crossing: ReadonlySet<number>;
  readonly staying: ReadonlySet<number>;
  /** After a `**` that must skip whole names: left only where a name starts. */
  readonly leftAtName: ReadonlySet<number>;
  /** After the first of many `?`. */
  readonly delays: readonly Delay[];
  /** Greater than every character in the glob: from here on all behave alike. */
  readonly unnamed: number;
  /** By character, at the start of a name and within one. */
  readonly atName: Rows;
  readonly inName: Rows;
  /** The glob with a star for everything that isn't literal: a fast check that few long paths pass. */
  readonly looser: TextGlob;
};

/** For each character, the states it advances, and then those that may skip it. Filled on demand. */
type Rows = Int32Array[];

const walks = new WeakMap<PathSegments, Walk>();

function walkOf(pattern: PathSegments): Walk {
  const known = walks.get(pattern);
  if (known !== undefined) return known;
  const steps: Step[] = [];
  const crossing = new Set<number>();
  const staying = new Set<number>();
  const leftAtName = new Set<number>();
  const delays: Delay[] = [];
  for (const [index, segment] of pattern.entries()) {
    const isBelowStars = pattern[index - 1] === GLOBSTAR;
    if (index > 0 && !isBelowStars) steps.push('slash');
    if (segment === GLOBSTAR) {
      // A trailing `**` needs at least one name below, and matches all of them.
      if (index === pattern.length - 1) steps.push({ kind: 'any' });
      crossing.add(steps.length);
      continue;
    }
    if (isBelowStars && (typeof segment === 'string' || segment[0]?.kind !== 'star')) leftAtName.add(steps.length);
    const tokens = typeof segment === 'string' ? literals(segment) : segment;
    for (const { item: token, behind } of withoutLongRuns(tokens, ({ kind }) => kind === 'any')) {
      if (token.kind === 'star') staying.add(steps.length);
      else steps.push(token);
      if (behind > 0) delays.push({ place: steps.length, characters: behind });
    }
  }
  const places = { steps, end: steps.length, words: (steps.length + 32) >>> 5 };
  const unnamed = 1 + steps.reduce((greatest, step) => Math.max(greatest, ...namedBy(step)), SLASH);
  const looser = looserGlob(steps, (place) => crossing.has(place) || staying.has(place));
  const walk = { ...places, crossing, staying, leftAtName, delays, unnamed, atName: [], inName: [], looser };
  walks.set(pattern, walk);
  return walk;
}

function literals(segment: string): readonly PathToken[] {
  return Array.from(segment, (text) => ({ kind: 'literal', text }));
}

function namedBy(step: Step): readonly number[] {
  if (step === 'slash' || step.kind === 'any') return [];
  return step.kind === 'class' ? step.ranges.flat() : [step.text.codePointAt(0) as number];
}

function looserGlob(steps: readonly Step[], passesBy: (place: number) => boolean): TextGlob {
  const segments = [''];
  for (let place = 0; place <= steps.length; place++) {
    if (passesBy(place)) segments.push('');
    const step = steps[place];
    if (step === 'slash') segments[segments.length - 1] += '/';
    else if (step?.kind === 'literal') segments[segments.length - 1] += step.text;
    else if (step !== undefined) segments.push('');
  }
  return { text: '', segments };
}

function addRow(walk: Walk, rows: Rows, code: number): Int32Array {
  const { steps, words, end, crossing, staying, leftAtName } = walk;
  const row = new Int32Array(2 * words);
  for (let place = 0; place <= end; place++) {
    const step = steps[place];
    const mayLeave = rows === walk.atName || !leftAtName.has(place);
    if (step !== undefined && mayLeave && takes(step, code)) setBit(row, place);
    if (crossing.has(place) || (staying.has(place) && code !== SLASH)) setBit(row, 32 * words + place);
  }
  rows[code] = row;
  return row;
}

function takes(step: Step, code: number): boolean {
  if (step === 'slash' || code === SLASH) return step === 'slash' && code === SLASH;
  switch (step.kind) {
    case 'any':
      return true;
    case 'literal':
      return step.text.codePointAt(0) === code;
    case 'class':
      return step.ranges.some(([low, high]) => low <= code && code <= high) !== step.negated;
  }
}

function setBit(bits: Int32Array, place: number): void {
  bits[place >>> 5] = (bits[place >>> 5] as number) | (1 << (place & 31));
}

function hasBit(bits: Int32Array, place: number): boolean {
  return ((bits[place >>> 5] as number) & (1 << (place & 31))) !== 0;
}
