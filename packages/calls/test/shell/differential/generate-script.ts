import { BAIT, generateName, generateWord, generateWords, VARIABLES } from './generate-words.ts';
import type { Random } from './random.ts';

type Generate = (random: Random, depth: number) => string;

/** Shell text of every construct that comes to mind, nested up to `depth`. */
export function generateScript(random: Random, depth: number): string {
  let script = generateStatement(random, depth);
  while (random.once(2)) script += `${random.pick(SEPARATORS)}${generateStatement(random, depth)}`;
  return script;
}

const SEPARATORS = [
  '; ',
  ';',
  '\n',
  ' && ',
  '&&',
  ' || ',
  ' | ',
  '|',
  ' |& ',
  ' & ',
  '&',
  '\n\n',
  ' && \\\n',
  ' |\n',
  ' # c\n',
  ';# c\n',
];

function generateStatement(random: Random, depth: number): string {
  if (depth <= 0 || random.once(3)) return simpleCommand(random, depth);
  return random.pick(STATEMENTS)(random, depth - 1);
}

const simpleCommand: Generate = (random, depth) => {
  const name = generateName(random);
  return random.once(3) ? name : `${name} ${generateWords(random, depth)}`;
};

const redirect: Generate = (random, depth) =>
  random.pick([
    () => `> ${random.pick(['f', 'g', "'a b'", '"c"', 'd\\ e'])}`,
    () =>
      `${random.pick(['>', '>>', '2>', '&>', '>|', '<>', '>&', '&>>', '1>', '{v}>'])}${random.pick(['f', 'g', 'h'])}`,
    () => random.pick(['2>&1', '>&2', '3>&-', '2>&1-', '<&-', '<f', '< f', '0<f']),
    () => `> ${generateWord(random, depth)}`,
    () => `${random.pick(['>', '<', '2>', '<<<', '>>', '<<< '])}${generateWord(random, depth)}`,
    () => `< <(${generateScript(random, depth)})`,
    () => `> >(${generateScript(random, depth)})`,
  ])();

const heredocBody: Generate = (random, depth) => {
  let body = '';
  do {
    const line = random.pick([
      () => generateScript(random, 0),
      () => `$(${generateScript(random, depth)})`,
      () => `"$(${generateScript(random, depth)})" '\`${generateScript(random, 0)}\`'`,
      () => `\\$(${generateScript(random, 0)}) \\\` \\\\`,
      () => `\${x:-$(${generateScript(random, depth)})}`,
      () => `\${x-${generateWord(random, depth)}}`,
      () => `$((1+$(${generateScript(random, depth)})))`,
      () => random.pick(['a', BAIT, BAIT, 'EOF ', ' EOF', "it's", '"', ')', '}', '`', '\\', '#', 'a \\', '\tb']),
    ])();
    body += `${line}\n`;
  } while (random.once(2));
  return body;
};

const STATEMENTS: readonly Generate[] = [
  (random, depth) => `${simpleCommand(random, depth)} ${redirect(random, depth)}`,
  (random, depth) => `${redirect(random, depth)} ${simpleCommand(random, depth)}`,
  (random, depth) => `${simpleCommand(random, depth)} ${redirect(random, depth)} ${redirect(random, depth)}`,
  (random, depth) => redirect(random, depth),
  (random, depth) => `${simpleCommand(random, depth)} <<EOF\n${heredocBody(random, depth)}EOF\n`,
  (random, depth) => `${simpleCommand(random, depth)} <<'EOF'\n${heredocBody(random, depth)}EOF\n`,
  (random, depth) =>
    `${simpleCommand(random, depth)} <<${random.pick(['E"O"F', '\\EOF', '"EOF"', "$'EOF'"])}\n${heredocBody(random, depth)}EOF\n`,
  (random, depth) => `${simpleCommand(random, depth)} <<-EOF\n\t${heredocBody(random, depth)}\tEOF\n`,
  (random, depth) =>
    `${simpleCommand(random, depth)} <<EOF | ${simpleCommand(random, depth)}\n${heredocBody(random, depth)}EOF\n`,
  (random, depth) =>
    `${simpleCommand(random, depth)} <<EOF && ${simpleCommand(random, depth)}\n${heredocBody(random, depth)}EOF\n`,
  (random, depth) =>
    `${simpleCommand(random, depth)} <<A <<B\n${heredocBody(random, depth)}A\n${heredocBody(random, depth)}B\n`,
  (random, depth) => `${simpleCommand(random, depth)} <<EOF\n${heredocBody(random, depth)}`,
  (random, depth) => `${simpleCommand(random, depth)} <<<${generateWord(random, depth)}`,
  (random, depth) => `(${generateScript(random, depth)})`,
  (random, depth) => `( (${generateScript(random, depth)}) )`,
  (random, depth) => `((${generateScript(random, depth)}); (${generateScript(random, depth)}))`,
  (random, depth) => `{ ${generateScript(random, depth)}; }`,
  (random, depth) => `{ ${generateScript(random, depth)}\n} ${redirect(random, depth)}`,
  (random, depth) => `! ${generateStatement(random, depth)}`,
  (random, depth) => `time ${random.pick(['', '-p ', '-- '])}${generateStatement(random, depth)}`,
  (random, depth) => `coproc ${generateStatement(random, depth)}`,
  (random, depth) => `coproc N { ${generateScript(random, depth)}; }`,
  (random, depth) => `if ${generateScript(random, depth)}; then ${generateScript(random, depth)}; fi`,
  (random, depth) =>
    `if ${generateScript(random, depth)}; then ${generateScript(random, depth)}; elif ${generateScript(random, depth)}; then ${generateScript(random, depth)}; else ${generateScript(random, depth)}; fi`,
  (random, depth) => `while ${simpleCommand(random, depth)}; do ${generateScript(random, depth)}; break; done`,
  (random, depth) =>
    `until ${simpleCommand(random, depth)}\ndo ${generateScript(random, depth)}\nbreak\ndone ${redirect(random, depth)}`,
  (random, depth) => `for x in ${generateWords(random, depth)}; do ${generateScript(random, depth)}; done`,
  (random, depth) => `for x in a b; { ${generateScript(random, depth)}; }`,
  (random, depth) => `for x do ${generateScript(random, depth)}; done`,
  (random, depth) => `for ((i=0;i<2;i++)); do ${generateScript(random, depth)}; done`,
  (random, depth) => `for ((i=$(${generateScript(random, depth)});i<1;i++)) { ${generateScript(random, depth)}; }`,
  (random, depth) => `select x in ${generateWords(random, depth)}; do ${generateScript(random, depth)}; done`,
  (random, depth) =>
    `case ${generateWord(random, depth)} in a) ${generateScript(random, depth)};; (b|*) ${generateScript(random, depth)};& c) ${generateScript(random, depth)} ;; esac`,
  (random, depth) => `case x in ${generateWord(random, depth)}) ${generateScript(random, depth)};; *) ;; esac`,
  (random, depth) => `case x in\nx) ${generateScript(random, depth)}\n;;\nesac`,
  (random, depth) => `f() { ${generateScript(random, depth)}; }; f ${generateWords(random, depth)}`,
  (random, depth) => `function f { ${generateScript(random, depth)}; }; f`,
  (random, depth) => `f() (${generateScript(random, depth)}); f`,
  (random, depth) => `f() { ${generateScript(random, depth)}; } ${redirect(random, depth)}\nf`,
  (random, depth) => `[[ ${generateWord(random, depth)} ]] && ${generateStatement(random, depth)}`,
  (random, depth) =>
    `[[ ${generateWord(random, depth)} ${random.pick(['==', '=~', '-eq', '<', '!='])} ${generateWord(random, depth)} ]]`,
  (random, depth) =>
    `[[ -f ${generateWord(random, depth)} || ( a && ! ${generateWord(random, depth)} ) ]]; ${generateStatement(random, depth)}`,
  (random, depth) => `[[ a =~ ^(${generateWord(random, depth)})$ ]]; ${generateStatement(random, depth)}`,
  (random, depth) => `[[ -v ${generateWord(random, depth)} ]]`,
  (random, depth) => `[ ${generateWords(random, depth)} ] && ${generateStatement(random, depth)}`,
  (random, depth) => `test ${generateWords(random, depth)} || ${generateStatement(random, depth)}`,
  (random, depth) => `(( ${generateWord(random, depth)} ))`,
  (random, depth) => `(( a[${generateWord(random, depth)}] = 1 ))`,
  (random, depth) => `(( x = 1 + $(${generateScript(random, depth)}) )) || ${generateStatement(random, depth)}`,
  (random, depth) => `${random.pick(VARIABLES)}=${generateWord(random, depth)}`,
  (random, depth) => `${random.pick(VARIABLES)}=${generateWord(random, depth)} ${simpleCommand(random, depth)}`,
  (random, depth) => `x+=${generateWord(random, depth)} y=1 ${simpleCommand(random, depth)}`,
  (random, depth) => `a=(${generateWords(random, depth)})`,
  (random, depth) => `a=([0]=${generateWord(random, depth)} [${generateWord(random, depth)}]=b)`,
  (random, depth) => `a[${generateWord(random, depth)}]=${generateWord(random, depth)}`,
  (random, depth) =>
    `x=${generateWord(random, depth)}; ${random.pick(['echo $((x))', '(( x ))', 'echo ${y:x}', 'echo ${!x}', 'echo "${x@P}"', 'a[x]=1', '[[ x -eq 0 ]]', 'echo ${a[x]}'])}`,
  (random, depth) => `export x=${generateWord(random, depth)}`,
  (random, depth) => `declare -a a=(${generateWords(random, depth)})`,
  (random, depth) => `declare -i x=${generateWord(random, depth)}`,
  (random, depth) => `let "x=${generateWord(random, depth)}"`,
  (random, depth) => `printf -v ${generateWord(random, depth)} a`,
  (random, depth) => `read ${generateWords(random, depth)} <<< ${generateWord(random, depth)}`,
  (random, depth) => `read x <<< ${generateWord(random, depth)}; echo $((x))`,
  (random, depth) => `unset ${generateWords(random, depth)}`,
  (random, depth) => `set -- ${generateWords(random, depth)}; echo $(($1))`,
  (random, depth) => `echo ${generateWords(random, depth)}; ${generateStatement(random, depth)}`,
  (random, depth) => `: ${generateWords(random, depth)}`,
  (random, depth) => `${random.pick(['eval', 'trap', 'command', 'builtin', 'exec'])} ${generateWords(random, depth)}`,
  (random, depth) => `# ${random.pick(["it's", `$(${BAIT})`, '\\', '`', '"'])}\n${generateScript(random, depth)}`,
  (random, depth) => `{a[${generateWord(random, depth)}]}>f ${simpleCommand(random, depth)}`,
];
