import type { CommandLine } from '../../types/command-line.ts';

/** What a line tells about its variables, and the lines around it. */
export class Variables {
  readonly #line: CommandLine;
  readonly #outer: Variables | null;
  #mentions: ReadonlyMap<string, number> | null = null;

  constructor(line: CommandLine, outer: Variables | null) {
    this.#line = line;
    this.#outer = outer;
  }

  /** The words of a name that is only looked up, such as `$PYTHON`, `${CC:-gcc}` or `$(which node)`; null where nobody can tell. */
  wordsOf(name: string): readonly string[] | null {
    const found = LOOKED_UP.exec(name)?.[1];
    if (found !== undefined) return [found];
    const [, braced, fallback, bare] = VARIABLE.exec(name) ?? [];
    const variable = braced ?? bare;
    if (variable === undefined) return null;
    if (this.isSet(variable)) return this.#valueOf(variable);
    if (CUSTOMARY.has(variable)) return [variable === 'SHELL' ? 'sh' : variable.toLowerCase()];
    return fallback === undefined ? null : wordsIn(fallback);
  }

  isSet(variable: string): boolean {
    this.#mentions ??= mentions(this.#line.source);
    return this.#mentions.has(variable) || this.#outer?.isSet(variable) === true;
  }

  /** Only where it is set once, and to something that stands there. */
  #valueOf(variable: string): readonly string[] | null {
    if (this.#mentions?.get(variable) !== 1) return null;
    const value = this.#line.assignments.find(({ name }) => name === variable)?.value;
    return value === undefined || value === null ? null : wordsIn(value);
  }
}

const LOOKED_UP = /^(?:\$\(|`)\s*(?:which|command -v|type -[pP])\s+([\w.+-]+)\s*(?:2>\s?\/dev\/null\s*)?[)`]$/;

const VARIABLE = /^\$(?:\{(\w+)(?::?-([^${}`]*))?\}|(\w+))$/;

/** By custom they hold the program of their name, and people set them outside. */
const CUSTOMARY: ReadonlySet<string> = new Set([
  ...['SHELL', 'BASH', 'EDITOR', 'VISUAL', 'PAGER', 'MAKE', 'CMAKE', 'CC', 'CXX', 'LD', 'AR', 'JAVA', 'GO', 'CARGO'],
  ...['PYTHON', 'PYTHON3', 'PIP', 'NODE', 'NPM', 'RUBY', 'PERL', 'PHP', 'DOCKER', 'KUBECTL', 'GIT'],
]);

function wordsIn(value: string): readonly string[] | null {
  return /^[^\s$`'"\\]+(?: [^\s$`'"\\]+)*$/.test(value) ? value.split(' ') : null;
}

/** How often each name stands somewhere without a `$` before it, or is given a value by `${NAME:=…}`. */
function mentions(source: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const [, bare, given] of source.matchAll(/(?<![$\w{])([A-Za-z_]\w*)|\$\{(\w+):?=/g)) {
    const name = (bare ?? given) as string;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}
