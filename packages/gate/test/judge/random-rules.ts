import { absolutePath } from '@caliban/calls';
import { belowAnchor } from '@caliban/calls/globs';
import { CLASS_NAMES } from '@caliban/calls/types';
import type { PathProbe } from '../../src/judge/rule-index.ts';
import { parsePattern } from '../../src/pattern/parse-pattern.ts';
import type { Action, Rule } from '../../src/types/rule.ts';

/** A small seeded generator (mulberry32): the same seed, the same rules and texts. */
export type Random = {
  below(limit: number): number;
  chance(share: number): boolean;
  pick<Value>(values: readonly Value[]): Value;
};

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return { below, chance: (share) => next() < share, pick: (values) => values[below(values.length)] as never };
}

/** Rules over few words and letters, so that they get in each other's way. */
export function randomRules(random: Random, count: number): Rule[] {
  const rules: Rule[] = [];
  while (rules.length < count) {
    const pattern = parsePattern(randomPattern(random));
    if (!pattern.ok) continue;
    const action = random.pick<Action>(['allow', 'deny', 'ask']);
    rules.push({ pattern: pattern.value, action, source: { layer: 'user', line: rules.length } });
  }
  return rules;
}

export const TOOLS: readonly string[] = [
  'Bash',
  'Read',
  'Edit',
  'WebFetch',
  'TodoWrite',
  'mcp__a__x',
  'mcp__b__y',
  'New',
];

function randomPattern(random: Random): string {
  switch (random.below(16)) {
    case 0:
      return random.pick([...TOOLS, '*', 'mcp__*', '*a*']);
    case 1:
      return `${randomTool(random)}:${randomText(random)}`;
    case 2:
      return `${randomTool(random)}:${randomFields(random)}`;
    case 3:
      return `${randomTool(random)}(${randomPath(random)})`;
    case 4:
    case 5:
      return `${random.pick(['Read', 'Edit'])}:${randomPath(random)}`;
    case 6:
      return `WebFetch:${randomUrl(random)}`;
    case 7:
      return `${random.pick(['mcp__a__x', 'mcp__b__y', 'New'])}:${randomFields(random)}`;
    case 8:
      return `Bash:command=${randomText(random)},${randomFields(random, BASH_KEYS)}`;
    case 9:
      return `Bash:~${randomText(random)}`;
    case 10:
      return `${randomTool(random)}|${randomTool(random)}:${randomPath(random)}`;
    case 11:
      return `Bash(${randomText(random)}${random.pick(['', ' *', ':*'])})`;
    case 12:
      return random.pick(['WebFetch(domain:a.test)', 'mcp__a', 'Read(/a/**)', 'Edit(a)', 'Bash|New']);
    case 13:
      return `${random.pick(['', '', 'Bash:', '*:', 'Read|Edit:'])}@${random.pick(CLASS_NAMES)}`;
    default:
      return `Bash:${randomText(random)}`;
  }
}

function randomTool(random: Random): string {
  return random.pick(['*', 'B*', '?ash', 'mcp__*', 'mcp__a__*', '*Edit', '*e*', 'Re?d', ...TOOLS]);
}

const WORDS: readonly string[] = [
  'git',
  ' push',
  ' ',
  ' | ',
  '&&',
  'a',
  'b',
  'ab',
  'aa',
  'é',
  '😀',
  '日本',
  '--force-with-lease',
  'production-cluster',
];

/** Text with and without wildcards and escapes. */
export function randomText(random: Random): string {
  let text = '';
  do {
    text += random.pick([...WORDS, '*', '*', '?', '**', '\\*', '\\?', '\\\\', '\\']);
  } while (random.chance(0.75));
  return text;
}

function randomPath(random: Random): string {
  const segments: string[] = [];
  do {
    segments.push(random.pick(PATH_SEGMENTS));
  } while (random.chance(0.6));
  return (
    random.pick(['', '', './', '/', '/w/', '~/', '{/,/w/}', '~/{,a/}']) +
    segments.join('/') +
    random.pick(['', '', '', '/'])
  );
}

const PATH_SEGMENTS: readonly string[] =
  'a b A src .md a.md *.md *.* * ** ? a? [ab] [!a] [^A-Z]x {a,b} {a,b/c} {a*,*b}.md a*b **.md \\* é 😀 deep-directory-name'.split(
    ' ',
  );

function randomUrl(random: Random): string {
  const host = random.pick(['a.test', '*.a.test', 'a.*', '*', 'A.test', 'b.test:80', '?.test']);
  const rest = random.pick(['', '/', '/*', '/x', '/x/*', '/?', '*', '/é', '/*é ']);
  return random.pick(['https://', 'http://', 'http*://', '', '*']) + host + rest;
}

const KEYS: readonly string[] = [
  'key',
  'other',
  'meta.k',
  'meta.k.z',
  'list',
  'list.z',
  'k1',
  'k2',
  'k3',
  'k4',
  'k5',
  'k6',
];
const BASH_KEYS: readonly string[] = ['timeout', 'description'];

function randomFields(random: Random, keys = KEYS): string {
  const fields: string[] = [];
  do {
    const glob = random.pick(['a', 'b', 'a*', '*b', '*a*', '?', '*', '1', 'true', 'a\\,b', 'a?b', 'null', '*ab*ba*']);
    fields.push(`${random.pick(keys)}=${glob}`);
  } while (random.chance(0.3));
  return fields.join(',');
}

/** A text some rules may match: their wildcards filled in, now and then something changed. */
export function textLike(pattern: string, random: Random): string {
  let text = pattern.replaceAll(/\\?[*?]/g, (wildcard) => {
    if (wildcard.length === 2) return wildcard.slice(1);
    return wildcard === '?' ? random.pick(['a', '😀', ' ']) : random.pick(['', 'a', 'b c', 'x/y', '\n', 'abab']);
  });
  if (random.chance(0.3)) text = `${random.pick(WORDS)}${text}`;
  if (random.chance(0.3)) text += random.pick(WORDS);
  if (random.chance(0.2)) text = text.slice(random.below(3));
  return text;
}

export function randomProbe(random: Random): PathProbe {
  const segments: string[] = [];
  while (random.chance(0.75)) {
    segments.push(
      random.pick([
        'a',
        'b',
        'A',
        'B',
        'src',
        'SRC',
        '.md',
        'a.md',
        'ab',
        'axb',
        'c',
        'w',
        '*',
        'é',
        '😀',
        'deep-directory-name',
      ]),
    );
  }
  const path = absolutePath(random.pick(['/w/', '/w/', '/h/', '/', '/w']) + segments.join('/'));
  const roots = { workspace: absolutePath('/w'), home: absolutePath('/h') };
  return {
    root: belowAnchor('root', path, roots) as string,
    home: belowAnchor('home', path, roots),
    workspace: belowAnchor('workspace', path, roots),
  };
}

export function randomUrlText(random: Random): string {
  const host = random.pick(['a.test', 'x.a.test', 'b.test', 'b.test:8080', 'a.com', 'test']);
  return (
    random.pick(['https://', 'http://', 'httpx://', '']) +
    host +
    random.pick(['', '/', '/x', '/x/y', '/?', '?x', '/%C3%A9', '/%C3%A9%20'])
  );
}

export function randomInput(random: Random): unknown {
  if (random.chance(0.05)) return random.pick<unknown>([null, 'key', 7, ['a'], undefined]);
  const input: Record<string, unknown> = {};
  for (const key of ['key', 'other', 'list', 'timeout', 'description', 'k1', 'k2', 'k3', 'k4', 'k5', 'k6']) {
    if (random.chance(0.5)) input[key] = randomValue(random);
  }
  const meta = () => (random.chance(0.8) ? { k: randomValue(random) } : randomValue(random));
  if (random.chance(0.5)) input.meta = random.chance(0.7) ? meta() : Array.from({ length: random.below(3) }, meta);
  return input;
}

function randomValue(random: Random): unknown {
  const scalar = () =>
    random.pick<unknown>(['a', 'b', 'ab', 'aab', 'xabybaz', 'a,b', '', 1, 12, true, false, null, { z: 'a' }, ['a']]);
  if (random.chance(0.7)) return scalar();
  return Array.from({ length: random.below(4) }, scalar);
}
