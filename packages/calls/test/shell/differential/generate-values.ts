import { Random } from './random.ts';

/** A script about what variables hold, whose commands are all `zap` with words that come from them. */
export function generateValues(seed: number): string {
  const random = new Random(seed);
  const statements = Array.from({ length: 1 + random.below(4) }, () => statement(random, 1));
  return [...statements, zap(random)].join(random.pick(['; ', '\n']));
}

const NAMES = ['x', 'y', 'z'] as const;
const WORDS = ['push', 'log', 'pu', 'sh', '-f', "'a b'", '""'] as const;

function zap(random: Random): string {
  const words = Array.from({ length: 1 + random.below(3) }, () => value(random, 1));
  return `zap ${words.join(' ')}`;
}

function statement(random: Random, depth: number): string {
  if (depth === 0 || random.once(2)) return random.once(3) ? zap(random) : assignment(random, depth);
  const inner = () => statement(random, depth - 1);
  const name = random.pick(['x', 'y'] as const);
  switch (random.below(13)) {
    case 0:
      return `if ${random.pick(['true', 'false', 'zap a', assignment(random, 0)])}; then ${inner()}; else ${inner()}; fi`;
    case 1:
      return `for ${name} in ${value(random, 1)} ${value(random, 1)}; do ${inner()}; ${inner()}; done`;
    case 2:
      return `(${inner()}; ${inner()})`;
    case 3:
      return `{ ${inner()}; ${inner()}; }`;
    case 4:
      return `${inner()} ${random.pick(['&&', '||'])} ${inner()}`;
    case 5:
      return `f() { ${inner()}; ${inner()}; }; ${inner()}; f`;
    case 6:
      return `case ${value(random, 0)} in ${random.pick(['push', '*'])}) ${inner()};; *) ${inner()};; esac`;
    case 7:
      return `until ${inner()}; false || zap u; do ${inner()}; break; done`;
    case 8:
      return `readonly ${name}=${value(random, 0)}\n${inner()}\n${inner()}`;
    case 9:
      return `${name}=${value(random, 0)} > /no/such/file; ${inner()}`;
    case 10:
      return `${inner()} | ${inner()}`;
    case 11:
      return `! ${inner()}`;
    default:
      return `${name}=${value(random, 0)} ${random.pick([':', 'zap a', 'export z', 'unset z'])}; ${inner()}`;
  }
}

/** `z` is a list. What grows with every turn of a loop is not followed, so values are plain inside of others. */
function assignment(random: Random, depth: number): string {
  const name = random.pick(['x', 'y'] as const);
  if (depth === 0) return random.once(4) ? `z=(${element(random)} push)` : `${name}=${random.pick(WORDS)}`;
  const operator = random.pick(['=', '=', '=', '+=']);
  switch (random.below(8)) {
    case 0:
      return `z${operator}(${element(random)} ${element(random)})`;
    case 1:
      return `z=([0]=${element(random)} [1]=${element(random)})`;
    case 2:
      return `export "${name}=${random.pick(['push', 'log', '$y'])}"`;
    case 3:
      return `declare ${name}=${value(random, 0)}`;
    default:
      return operator === '=' ? `${name}=${value(random, 1)}` : `${name}+=${value(random, 0)}`;
  }
}

/** Never empty: that would be a blank more where all of them stand in one word, which no rule minds. */
function element(random: Random): string {
  return random.pick(['push', 'log', '-f', "'a b'", 'pu$x', '"sh$y"']);
}

function value(random: Random, depth: number): string {
  const name = random.pick(NAMES);
  switch (random.below(depth === 0 ? 8 : 13)) {
    case 0:
    case 1:
    case 2:
    case 3:
      return random.pick(WORDS);
    case 4:
      return `$${name}`;
    case 5:
      return `"$${name}"`;
    case 6:
      return random.pick(WORDS) + random.pick([`$${name}`, '${y}', 'sh']);
    case 7:
      return '"${z[@]}"';
    case 8:
      return `\${${name}${random.pick([':-', '-', ':+', '+', ':='])}${value(random, depth - 1)}}`;
    case 9:
      return `$(echo ${value(random, depth - 1)}${random.pick(['', ' 2>/dev/null'])})`;
    case 10:
      return `$(printf '%s' ${random.pick(WORDS)}"$${name}")`;
    case 11:
      return `{${random.pick(['push', 'pu', '$x'])},${random.pick(['log', '', '-f'])}}`;
    default:
      return `pu{sh,${random.pick(['ll', '$y'])}}`;
  }
}
