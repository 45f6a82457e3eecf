/** For file-glob libraries: `/` means nothing in a command, so it is swapped for a character that means nothing to them. */
const SWAPPED_SLASH = '\u0001';

/** A glob in their dialect: everything but our stars is escaped, and a trailing `**` needs something below. */
export function fileGlob({ kind, glob }) {
  const escaped = glob.replaceAll(/[\\?[\](){}!+@|^$.,#~]/g, '\\$&');
  return kind === 'path' ? escaped.replace(/\/\*\*$/, '/**/*') : swapSlashes(escaped);
}

/** The text of a call as such a glob expects it. */
export function fileGlobText(text, kind) {
  return kind === 'path' ? text : swapSlashes(text);
}

function swapSlashes(text) {
  return text.replaceAll('/', SWAPPED_SLASH);
}
