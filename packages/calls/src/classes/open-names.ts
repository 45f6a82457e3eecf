/** The name is known only at run time: `$X`, `$(…)`, `{a,b}`, `sud?`; but not the files of `go run *.go`. */
export function isOpenName(program: string): boolean {
  if (/[$`]/.test(program) || (/,|\.\./.test(program) && holdsPair(program, '{', '}'))) return true;
  return (/[*?]/.test(program) || holdsPair(program, '[', ']')) && !FILE_TYPE.test(program);
}

const FILE_TYPE = /\.[a-z]\w{0,9}$/i;

function holdsPair(text: string, open: string, close: string): boolean {
  return text.includes(open) && text.includes(close);
}

/** The words with a name that is only looked up, such as `$PYTHON`, `${CC:-gcc}` or `$(which node)`, replaced. */
export function lookedUpWords(words: readonly string[], source: string): readonly string[] {
  const [name = '', ...args] = words;
  if (!/^[$`]/.test(name)) return words;
  const found = LOOKED_UP.exec(name)?.[1];
  if (found !== undefined) return [found, ...args];
  const [, braced, fallback, bare] = VARIABLE.exec(name) ?? [];
  const variable = braced ?? bare;
  if (variable === undefined || isSetIn(source, variable)) return words;
  if (CUSTOMARY.has(variable)) return [variable === 'SHELL' ? 'sh' : variable.toLowerCase(), ...args];
  return fallback === undefined || fallback === '' ? words : [...fallback.split(' '), ...args];
}

const LOOKED_UP = /^(?:\$\(|`)\s*(?:which|command -v|type -[pP])\s+([\w.+-]+)\s*(?:2>\s?\/dev\/null\s*)?[)`]$/;

const VARIABLE = /^\$(?:\{(\w+)(?::?-([^${}`'"\\]*))?\}|(\w+))$/;

/** Named without a `$`, or given a value by `${NAME:=…}`. */
function isSetIn(source: string, variable: string): boolean {
  return new RegExp(`(?<![$\\w{])${variable}\\b|\\$\\{${variable}:?=`).test(source);
}

/** By convention they contain the program of their name, and are set outside. */
const CUSTOMARY: ReadonlySet<string> = new Set([
  ...['SHELL', 'BASH', 'EDITOR', 'VISUAL', 'PAGER', 'MAKE', 'CMAKE', 'CC', 'CXX', 'LD', 'AR', 'JAVA', 'GO', 'CARGO'],
  ...['PYTHON', 'PYTHON3', 'PIP', 'NODE', 'NPM', 'RUBY', 'PERL', 'PHP', 'DOCKER', 'KUBECTL', 'GIT'],
]);
