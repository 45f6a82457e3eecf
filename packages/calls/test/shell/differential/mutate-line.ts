import type { Random } from './random.ts';

/** A few small damages, as a slip or an attacker would do them. */
export function mutate(random: Random, line: string, other: string): string {
  let mutated = line;
  do mutated = random.pick(MUTATIONS)(random, mutated, other);
  while (random.once(2));
  return mutated;
}

const PIECES = [
  ...[
    "'",
    '"',
    '`',
    '\\',
    '$',
    '(',
    ')',
    '{',
    '}',
    '[',
    ']',
    '#',
    ';',
    '&',
    '|',
    '<',
    '>',
    '!',
    '=',
    '~',
    '*',
    '?',
    ',',
    ':',
  ],
  ...[
    ' ',
    '\t',
    '\n',
    '\\\n',
    '\r',
    '\v',
    '\f',
    '\u00a0',
    '\u2028',
    '$(',
    '${',
    '$((',
    '))',
    '$[',
    '<<',
    '<(',
    "$'",
    '$"',
    ';;',
  ],
  ...[
    '&&',
    '||',
    ' rm x ',
    '\nbait\n',
    'EOF',
    '\nEOF\n',
    '<<EOF\n',
    ' # ',
    '((',
    '[[ ',
    ' ]]',
    ' in ',
    'case ',
    ' esac',
    'if ',
    ' then ',
    ' fi',
  ],
  ...[
    'do ',
    ' done',
    '"$(',
    "'$(",
    '\\$',
    '@',
    '+',
    '-',
    '^',
    '%',
    'a[',
    'x=',
    '!(',
    '@(',
    '..',
    '\\"',
    "\\'",
    '\\`',
    '\\\\',
  ],
] as const;

type Mutation = (random: Random, line: string, other: string) => string;

const MUTATIONS: readonly Mutation[] = [
  (random, line) => splice(line, random.below(line.length + 1), 0, random.pick(PIECES)),
  (random, line) => splice(line, random.below(line.length + 1), 0, random.pick(PIECES)),
  (random, line) => splice(line, random.below(line.length + 1), 1, ''),
  (random, line) => splice(line, random.below(line.length + 1), 1, random.pick(PIECES)),
  (random, line) => splice(line, random.below(line.length + 1), random.below(8), ''),
  (random, line) => line.slice(0, random.below(line.length + 1)),
  (random, line) => line.slice(random.below(line.length + 1)),
  (random, line, other) => splice(line, random.below(line.length + 1), 0, other),
  (random, line, other) => line.slice(0, random.below(line.length + 1)) + other.slice(random.below(other.length + 1)),
  (random, line) => {
    const at = random.below(line.length + 1);
    return splice(line, at, 0, line.slice(at, at + random.below(12)));
  },
];

function splice(line: string, at: number, removed: number, added: string): string {
  return line.slice(0, at) + added + line.slice(at + removed);
}
