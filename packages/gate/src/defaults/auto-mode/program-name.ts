/** Name and arguments of a command that was split at blanks: a substitution in its name is put together again. */
export function splitName(words: readonly string[]): { readonly name: string; readonly args: readonly string[] } {
  const [first = '', ...rest] = words;
  if (!/\$[({]|`/.test(first)) return { name: first, args: rest };
  const nesting = new Nesting();
  const last = words.findIndex((word) => {
    nesting.enter(word);
    return !nesting.isInside;
  });
  const end = last === -1 ? words.length : last + 1;
  return { name: words.slice(0, end).join(' '), args: words.slice(end) };
}

/** Without its directory, whatever that is: `"$(npm bin)/eslint"` is `eslint`. */
export function baseName(name: string): string {
  return name.slice(nameStart(name)).replace(/\.exe$/i, '');
}

/** A slash inside of a substitution ends no directory. */
function nameStart(name: string): number {
  if (!isOpenName(name)) return Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1;
  const nesting = new Nesting();
  let start = 0;
  for (let at = 0; at < name.length; at++) {
    nesting.enter(name.charAt(at));
    if (!nesting.isInside && (name[at] === '/' || name[at] === '\\')) start = at + 1;
  }
  return start;
}

/** What it will be shows only when it runs: `$X`, `$(…)`, `{a,b}`, `sud?`; not which files `go run *.go` means. */
export function isOpenName(program: string): boolean {
  if (/[$`]/.test(program) || (/,|\.\./.test(program) && holdsPair(program, '{', '}'))) return true;
  return (/[*?]/.test(program) || holdsPair(program, '[', ']')) && !FILE_TYPE.test(program);
}

const FILE_TYPE = /\.[a-z]\w{0,9}$/i;

function holdsPair(text: string, open: string, close: string): boolean {
  return text.includes(open) && text.includes(close);
}

/** Brackets, braces and backticks that are still open. */
class Nesting {
  #depth = 0;
  #isInBackticks = false;

  get isInside(): boolean {
    return this.#depth > 0 || this.#isInBackticks;
  }

  enter(text: string): void {
    for (const [mark] of text.matchAll(/[(){}`]/g)) {
      if (mark === '`') this.#isInBackticks = !this.#isInBackticks;
      else this.#depth += mark === '(' || mark === '{' ? 1 : -1;
    }
  }
}
