/**
 * One line that a person can trust: controls, line ends, direction marks, invisible characters and unusual blanks are escaped, so
 * that the model's text can't move the cursor, hide or reorder anything.
 */
export function visible(text: string): string {
  return isPrintable(text) ? text : text.replaceAll(deceiving(), (found) => SPELLED[found] ?? codePoint(found));
}

/** Not a regex: compiling one takes a new process longer than scanning a line. */
function isPrintable(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0x20 || unit > 0x7e) return false;
  }
  return true;
}

/** Created on demand: building these character classes takes longer than judging a call. */
export function deceiving(): RegExp {
  return /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}/gu;
}

const SPELLED: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\x1b': '\\e' };

function codePoint(character: string): string {
  return `\\u{${(character.codePointAt(0) as number).toString(16)}}`;
}

/** Equivalent JSON, with everything escaped that a terminal would obey, hide or reorder. */
export function visibleJson(json: string): string {
  return PLAIN.test(json) ? json : json.replaceAll(deceiving(), escaped);
}

/** Line ends and tabs only occur between values: inside a text, JSON has already escaped them. */
const PLAIN = /^[\n\r\t\x20-\x7e]*$/;
const BETWEEN = /[\n\r\t]/;

function escaped(found: string): string {
  if (BETWEEN.test(found)) return found;
  const units = Array.from({ length: found.length }, (_, at) => found.charCodeAt(at));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}
