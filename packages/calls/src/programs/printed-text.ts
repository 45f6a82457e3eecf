/** The output of `printf`, in ordinary cases; null if only a shell can tell. */
export function formattedText([format = '', ...operands]: readonly string[]): string | null {
  const left = [...operands];
  let text = '';
  do {
    const before = left.length;
    for (const [piece] of format.matchAll(PIECES)) {
      const printed = piece.startsWith('%') ? directive(piece, left) : decoded(piece, FORMAT_ESCAPE);
      if (printed === null || text.length > MAX_LENGTH) return null;
      text += printed;
    }
    if (left.length === before) break;
  } while (left.length > 0);
  return text;
}

/** The output of `echo`. Some shells, and some settings, resolve escapes without `-e`. */
export function echoedTexts(words: readonly string[]): readonly string[] {
  const first = words.findIndex((word) => !/^-[neE]+$/.test(word));
  const options = words.slice(0, first === -1 ? words.length : first).join('');
  const text = words.slice(first === -1 ? words.length : first).join(' ');
  const end = options.includes('n') ? '' : '\n';
  return text.includes('\\') ? [text + end, decoded(text, ECHO_ESCAPE) + end] : [text + end];
}

const MAX_LENGTH = 64 * 1024;

const PIECES =
  /%\([^()]{0,80}\)T|%[^%a-zA-Z]{0,16}[%a-zA-Z]?|\\(?:x[0-9a-fA-F]{1,2}|u[0-9a-fA-F]{1,4}|U[0-9a-fA-F]{1,8}|[0-7]{1,3}|[\s\S]|$)|[^%\\]+/g;

function directive(piece: string, operands: string[]): string | null {
  if (piece === '%%') return '%';
  if (piece.startsWith('%(')) return dateText(piece, operands);
  const [, flags = '', givenWidth = '', givenPrecision, kind] = DIRECTIVE.exec(piece) ?? [];
  if (kind === undefined) return null;
  const width = givenWidth === '*' ? (operands.shift() ?? '') : givenWidth;
  const precision = givenPrecision === '*' ? operands.shift() : givenPrecision;
  if (!/^\d{0,3}$/.test(width) || !/^\d{0,3}$/.test(precision ?? '')) return null;
  const operand = operands.shift() ?? '';
  const isNumber = !/[sbc]/.test(kind);
  const whole = isNumber
    ? numberText(operand, kind, precision)
    : kind === 'b'
      ? decoded(operand, FORMAT_ESCAPE)
      : operand;
  if (whole === null) return null;
  const isCut = !isNumber && precision !== undefined;
  const cut = kind === 'c' ? whole.slice(0, 1) : isCut ? whole.slice(0, Number(precision)) : whole;
  if (flags.includes('-')) return cut.padEnd(Number(width));
  return cut.padStart(Number(width), isNumber && flags.includes('0') ? '0' : ' ');
}

const DIRECTIVE = /^%([-0]*)(\d{0,3}|\*)(?:\.(\d{0,3}|\*))?([sbcdiuxXof])$/;

function numberText(operand: string, kind: string, precision: string | undefined): string | null {
  if (kind === 'f')
    return /^-?\d{0,15}(?:\.\d{1,15})?$/.test(operand) ? Number(operand).toFixed(digits(precision)) : null;
  if (precision !== undefined || !/^(?:-?[1-9]\d{0,14}|0|)$/.test(operand)) return null;
  const number = Number(operand);
  if (kind === 'd' || kind === 'i') return String(number);
  if (number < 0) return null;
  const text = number.toString(kind === 'o' ? 8 : kind === 'u' ? 10 : 16);
  return kind === 'X' ? text.toUpperCase() : text;
}

function digits(precision: string | undefined): number {
  return precision === undefined ? 6 : Math.min(Number(precision), 100);
}

/** The time isn't known; for a format that consists only of date fields, the result is text with digits in it. */
function dateText(piece: string, operands: string[]): string | null {
  operands.shift();
  return /[a-zA-Z]/.test(piece.slice(2, -2).replaceAll(/%[-_0^#]?[a-zA-Z%]/g, '')) ? null : '00';
}

const CODE = `x[0-9a-fA-F]{1,2}|u[0-9a-fA-F]{1,4}|U[0-9a-fA-F]{1,8}`;
const FORMAT_ESCAPE = new RegExp(String.raw`\\(${CODE}|0?[0-7]{1,3}|[\s\S])`, 'g');
/** Digits are an escape there only with a leading zero. */
const ECHO_ESCAPE = new RegExp(String.raw`\\(${CODE}|0[0-7]{0,3}|[\s\S])`, 'g');

function decoded(text: string, escapes: RegExp): string {
  return text.replaceAll(escapes, (written, named: string) => {
    if (/^[xuU]./.test(named)) return character(Number.parseInt(named.slice(1), 16));
    if (/^[0-7]/.test(named) && (named.startsWith('0') || escapes === FORMAT_ESCAPE)) {
      return character(Number.parseInt(named, 8));
    }
    return LETTERS.get(named) ?? written;
  });
}

const LETTERS: ReadonlyMap<string, string> = new Map([
  ...(['\\', '"', "'"] as const).map((sign): [string, string] => [sign, sign]),
  ...([...'ntrvf'] as const).map((blank): [string, string] => [blank, '\n']),
  ...([...'abeEc'] as const).map((control): [string, string] => [control, '']),
]);

function character(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : '';
}
