/** What a terminal sends for a key: a name of the table, a `ctrl+` letter, or the text itself. */
export function keyBytes(key: string): string {
  const named = NAMED[key];
  if (named !== undefined) return named;
  const control = /^ctrl\+([a-z])$/.exec(key)?.[1];
  if (control !== undefined) return String.fromCharCode(control.charCodeAt(0) - 96);
  const alternate = /^alt\+(.+)$/.exec(key)?.[1];
  return alternate === undefined ? key : `\u001b${keyBytes(alternate)}`;
}

const NAMED: Readonly<Record<string, string>> = {
  enter: '\r',
  escape: '\u001b',
  tab: '\t',
  space: ' ',
  backspace: '\u007f',
  delete: '\u001b[3~',
  up: '\u001b[A',
  down: '\u001b[B',
  right: '\u001b[C',
  left: '\u001b[D',
  home: '\u001b[H',
  end: '\u001b[F',
  pageup: '\u001b[5~',
  pagedown: '\u001b[6~',
  'ctrl+left': '\u001b[1;5D',
  'ctrl+right': '\u001b[1;5C',
  'shift+tab': '\u001b[Z',
  'shift+enter': '\u001b[13;2u',
  // The four ways in which terminals spell it.
  'ctrl+shift+b': '\u001b[98;6u',
  'ctrl+shift+b, upper case': '\u001b[66;6u',
  'ctrl+shift+b, xterm': '\u001b[27;6;66~',
  'ctrl+shift+b, xterm lower case': '\u001b[27;6;98~',
};
