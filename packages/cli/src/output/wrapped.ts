import type { Terminal } from '../process/terminal.ts';

type Screen = Pick<Terminal, 'columns'>;

/** A line that is too long for the screen continues below, indented by `indent` blanks; without a screen it is unchanged. */
export function wrapped(
  line: string,
  { indent, terminal: { columns } }: { readonly indent: number; readonly terminal: Screen },
): string {
  if (columns === undefined || shownLength(line) <= columns || indent > mostIndent(columns)) return line;
  const lines: string[] = [];
  let rest = line;
  while (shownLength(rest) > columns) {
    const end = indexOfColumn(rest, columns);
    const before = rest.lastIndexOf(' ', end);
    const at = before > indent ? before : end;
    lines.push(rest.slice(0, at).trimEnd());
    rest = ' '.repeat(indent) + rest.slice(at).trimStart();
  }
  return [...lines, rest].join('\n');
}

/**
 * Each line of a text, continued below its last column, else below its own beginning. Command lines stay whole: the screen
 * breaks them too, but they are copied as one.
 */
export function fitted(text: string, terminal: Screen): string {
  const { columns } = terminal;
  if (columns === undefined) return text;
  return text
    .split('\n')
    .map((line) => {
      if (COMMAND_LINE.test(line)) return line;
      const [column = ''] = /^.*\S {2,}(?=\S)/.exec(line) ?? [];
      const [blanks = ''] = /^ */.exec(line) ?? [];
      const indent = shownLength(column);
      return wrapped(line, {
        indent: indent > 0 && indent <= mostIndent(columns) ? indent : blanks.length + 2,
        terminal,
      });
    })
    .join('\n');
}

const COMMAND_LINE = /^ *(?:\$ |caliban \S+ \S.*['"])/;

/** Some words have to fit behind it. */
function mostIndent(columns: number): number {
  return Math.max(columns / 2, columns - 24);
}

/** Colours take no room. */
function shownLength(text: string): number {
  return text.replaceAll(COLOUR, '').length;
}

/** Where in the text the screen ends. */
function indexOfColumn(text: string, column: number): number {
  let left = column;
  let at = 0;
  for (const [colour] of text.matchAll(COLOUR)) {
    const from = text.indexOf(colour, at);
    if (from - at > left) break;
    left -= from - at;
    at = from + colour.length;
  }
  return at + left;
}

const COLOUR = /\u001b\[[\d;]*m/g;
