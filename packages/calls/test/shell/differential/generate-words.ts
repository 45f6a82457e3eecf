import { generateScript } from './generate-script.ts';
import type { Random } from './random.ts';

/** Never the name of a built-in or a keyword: whatever the shell calls by these names ends up in the log. */
export const STUBS = ['rm', 'git', 'ls', 'cat', 'sed', 'make'] as const;

/** Stands only in data. It runs when the shell takes data for code, which happens when it loses its place in the text. */
export const BAIT = 'bait';

export const VARIABLES = ['x', 'y', 'a'] as const;

type Generate = (random: Random, depth: number) => string;

export function generateWord(random: Random, depth: number): string {
  return random.pick(depth > 0 ? [...SIMPLE, ...NESTED, ...NESTED] : SIMPLE)(random, depth - 1);
}

export function generateWords(random: Random, depth: number): string {
  let words = generateWord(random, depth);
  while (random.once(2)) words += ` ${generateWord(random, depth)}`;
  return words;
}

/** A command's name: mostly as it is, sometimes quoted, cut in two, or put together. */
export function generateName(random: Random): string {
  const name = random.pick(STUBS);
  if (!random.once(5)) return name;
  const [first, rest] = [name.slice(0, 1), name.slice(1)];
  return random.pick([
    `'${name}'`,
    `"${name}"`,
    `\\${name}`,
    `${first}''${rest}`,
    `${first}"${rest}"`,
    `${first}\\${rest}`,
    `${first}\\\n${rest}`,
    `$'${name}'`,
    `$'\\x${first.charCodeAt(0).toString(16)}${rest}'`,
    `${first}$@${rest}`,
    `{${name},}`,
    `<()${name}`,
    `${first}?`,
    `$x`,
  ]);
}

/** What stands in backticks: escapes are resolved once before it is read. */
function inBackticks(script: string): string {
  return `\`${script.replaceAll(/[\\`]/g, '\\$&')}\``;
}

const SIMPLE: readonly Generate[] = [
  (random) =>
    random.pick(['a', 'b', '-f', '--all', 'x=1', 'a#b', '.', '1', '{}', '%s', 'é', '\u00a0', 'a\u00a0b', '$', '!']),
  (random) => random.pick(STUBS),
  (random) =>
    `'${random.pick(['a b', ';', `&& ${BAIT}`, '# c', '\\', '"', 'a\nb', '|', ')', '}', 'EOF', `\n${BAIT}\n`, `\n${BAIT} `])}'`,
  (random) =>
    `"${random.pick(['a b', ';', `&& ${BAIT}`, `\n${BAIT}\n`, `\n${BAIT} '`, "it's", '\\"', '\\\\', '\\`', 'a\nb', ')', '}', '$', "$'", '\\$x'])}"`,
  (random) => `$'${random.pick(['a\\tb', `\n${BAIT}\n`, `\\n${BAIT}`, "\\'", '\\\\', 'a;b', '\\n', '"', '#'])}'`,
  (random) => `$"${random.pick(['a b', '\\"', ';'])}"`,
  (random) =>
    random.pick(['\\;', '\\&', '\\|', '\\ ', "\\'", '\\"', '\\#', '\\\n', '\\\\', '\\`', '\\$', '\\(', 'a\\\nb']),
  (random) =>
    random.pick(['*', '?', '[ab]', 'a*', '[!a]', '*.ts', '[', ']', '[a', '~', '~x', '{a,b}', '{1..3}', '{a,', '@{0}']),
  (random) => random.pick(['$x', '"$x"', '${x}', '"${x}"', '$1', '$@', '"$@"', '$#', '$?', '${#x}', '${#}', '${x[0]}']),
  (random) =>
    `\${x${random.pick([':-a', ':+a', '#a', '%a', '//a/b', '^', ':0:1', ':1', '@Q', '[@]', ':-}', ":-'a'", ':-"a b"'])}}`,
  (random) => random.pick(['$((1+2))', '$((x))', '$((x+1))', '$(( 1 << 2 ))', '$((a[0]))', '$(())', '$((1>2?3:4))']),
];

const NESTED: readonly Generate[] = [
  (random, depth) => `$(${generateScript(random, depth)})`,
  (random, depth) => `"$(${generateScript(random, depth)})"`,
  (random, depth) => `a"b$(${generateScript(random, depth)})c"d`,
  (random, depth) => inBackticks(generateScript(random, depth)),
  (random, depth) => `"${inBackticks(generateScript(random, depth))}"`,
  (random, depth) => `\${x:-$(${generateScript(random, depth)})}`,
  (random, depth) => `"\${x:-$(${generateScript(random, depth)})}"`,
  (random, depth) =>
    `\${x${random.pick([':-', '-', ':+', '#', '%', '//a/', ':?', '^^'])}${generateWord(random, depth)}}`,
  (random, depth) => `"\${x${random.pick([':-', '-', '#', '%%', '/a/'])}${generateWord(random, depth)}}"`,
  (random, depth) => `\${x:${generateWord(random, depth)}:1}`,
  (random, depth) => `\${a[${generateWord(random, depth)}]}`,
  (random, depth) => `$((1 + $(${generateScript(random, depth)})))`,
  (random, depth) => `$((${generateWord(random, depth)}))`,
  (random, depth) => `$((a[$(${generateScript(random, depth)})]))`,
  (random, depth) => `$((${generateScript(random, depth)}); (${generateScript(random, depth)}))`,
  (random, depth) => `<(${generateScript(random, depth)})`,
  (random, depth) => `>(${generateScript(random, depth)})`,
  (random, depth) => `{a,${generateWord(random, depth)}}`,
  (random) => `'$(${generateScript(random, 0)})'`,
  (random) => `"\\$(${generateScript(random, 0)})"`,
  (random, depth) => `$(case x in x) ${generateScript(random, depth)};; esac)`,
  (random, depth) => `$( # ${random.pick(["it's", ')', '"', 'c'])}\n${generateScript(random, depth)} )`,
  (random, depth) =>
    `$(cat <<${random.pick(['EOF', "'EOF'"])}\n${generateScript(random, depth)} ${random.pick(['', ')', '"', "'", '`'])}\nEOF\n)`,
  (random, depth) => `"$(<${generateWord(random, depth)})"`,
  (random, depth) => `\${ ${generateScript(random, depth)}; }`,
];
