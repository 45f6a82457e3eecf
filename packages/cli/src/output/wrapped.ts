import type { Terminal } from '../process/terminal.ts';

/** A line that is too long for the screen continues below, indented by `indent` blanks; without a screen it is unchanged. */
export function wrapped(
  line: string,
  { indent, terminal: { columns } }: { readonly indent: number; readonly terminal: Pick<Terminal, 'columns'> },
): string {
  if (columns === undefined || line.length <= columns || indent > columns / 2) return line;
  const lines: string[] = [];
  let rest = line;
  while (rest.length > columns) {
    const before = rest.lastIndexOf(' ', columns);
    const at = before > indent ? before : columns;
    lines.push(rest.slice(0, at).trimEnd());
    rest = ' '.repeat(indent) + rest.slice(at).trimStart();
  }
  return [...lines, rest].join('\n');
}
