/**
 * The first number of a JSON text that not every parser reads the same, as it is written there: `9007199254740993` becomes
 * another one here, `1e400` becomes infinite, and a program that keeps more digits acts on something that wasn't judged. Null for
 * ordinary text.
 */
export function ambiguousNumberIn(json: string): string | null {
  if (!MAY_HOLD_ONE.test(json)) return null;
  const tokens = /"|-?\d[\d.eE+-]*/g;
  for (let token = tokens.exec(json); token !== null; token = tokens.exec(json)) {
    if (token[0] === '"') tokens.lastIndex = endOfJsonString(json, token.index);
    else if (!isKept(token[0])) return token[0];
  }
  return null;
}

/** The same for a parsed value. Fractions pass: their original text is gone. */
export function ambiguousNumberAmong(value: unknown): number | null {
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next === 'number' && isAmbiguous(next)) return next;
    if (typeof next === 'object' && next !== null) for (const inner of Object.values(next)) waiting.push(inner);
  }
  return null;
}

/** `number`: as it was written, or as it was read; for the latter the message shows no digits that were never written. */
export function ambiguousNumberProblem(number: string | number): string {
  const which = typeof number === 'string' ? `the number \`${number.slice(0, 40)}\`` : `a number ${sizeOf(number)}`;
  return `${which} can be read in two ways; it would have to be a text`;
}

function sizeOf(number: number): string {
  return Number.isFinite(number) ? `of about ${number.toPrecision(3)}` : 'beyond 1.8e+308';
}

/** Every parser keeps fifteen digits without an exponent. Similar text within quotes only costs a closer look. */
const MAY_HOLD_ONE = /(?:^|[\s:,[])-?(?:[\d.]{16}|[\d.]+[eE])/;

function isAmbiguous(number: number): boolean {
  return Number.isInteger(number) ? !Number.isSafeInteger(number) : !Number.isFinite(number);
}

function isKept(written: string): boolean {
  const number = Number(written);
  return !isAmbiguous(number) && decimal(written) === decimal(String(number));
}

/** Equal for `1`, `1.0` and `10e-1`. */
function decimal(written: string): string {
  const [mantissa = '', exponent = '0'] = written.split(/e/i);
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  const digits = (whole + fraction).replace(/^0+/, '');
  let end = digits.length;
  while (digits[end - 1] === '0') end--;
  if (end === 0) return '0';
  const sign = mantissa.startsWith('-') ? '-' : '';
  return `${sign}${digits.slice(0, end)}e${Number(exponent) - fraction.length + digits.length - end}`;
}

/** The offset after the closing quote of the string that opens at `from`. */
export function endOfJsonString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === BACKSLASH) at++;
    else if (unit === QUOTE) return at + 1;
  }
  return text.length;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
