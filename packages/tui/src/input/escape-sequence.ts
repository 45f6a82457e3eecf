import { type KeyPress, keyPress, type NamedKey } from './key.ts';
import { controlKey, type Sequence } from './sequence.ts';

/** One escape sequence at the start of the text; null while it is incomplete. */
export function escapeSequence(text: string): Sequence | null {
  const introducer = text[1];
  if (introducer === undefined) return null;
  if (introducer === '[') return controlSequence(text);
  if (introducer === 'O')
    return text.length < 3 ? null : { length: 3, press: letterKey(text[2] as string, NO_MODIFIERS) };
  if ('P]_^X'.includes(introducer)) return terminalReport(text);
  if (introducer === ESC) return { length: 1, press: keyPress('escape') };
  const control = controlKey(introducer.charCodeAt(0));
  if (control?.kind === 'key') return { length: 2, press: { ...control, alt: true } };
  const key = String.fromCodePoint(text.codePointAt(1) as number);
  return { length: 1 + key.length, press: keyPress(key, { alt: true }) };
}

const ESC = '\u001b';
const STRING_END = new RegExp(`\\u0007|${ESC}\\\\`);

/** The terminal's reply to a query, not a key press. */
function terminalReport(text: string): Sequence | null {
  const end = STRING_END.exec(text);
  return end === null ? null : { length: end.index + end[0].length, press: null };
}

function controlSequence(text: string): Sequence | null {
  let end = 2;
  while (end < text.length && isParameter(text.charCodeAt(end))) end += 1;
  const final = text[end];
  if (final === undefined) return end > MAX_SEQUENCE_LENGTH ? { length: end, press: null } : null;
  const code = final.charCodeAt(0);
  // Interrupted by a character that can't belong to it: the sequence is dropped, the rest is read normally.
  if (code < 0x40 || code > 0x7e) return { length: end, press: null };
  return { length: end + 1, press: pressOf(text.slice(2, end), final) };
}

const MAX_SEQUENCE_LENGTH = 64;

function isParameter(code: number): boolean {
  return code >= 0x20 && code <= 0x3f;
}

function pressOf(parameters: string, final: string): KeyPress | null {
  if (/[^\d;:]/.test(parameters)) return null;
  const numbers = parameters.split(';').map((group) => group.split(':').map(Number));
  const [first = Number.NaN] = numbers[0] ?? [];
  const [modifier = 1, event = 1] = numbers[1] ?? [];
  // Kitty also reports key releases if another program has enabled them.
  if (event === 3) return null;
  if (final === 'u') return characterKey(first, modifiersOf(modifier));
  if (final === '~') {
    return first === 27
      ? characterKey(numbers[2]?.[0] ?? Number.NaN, modifiersOf(modifier))
      : tildeKey(first, modifier);
  }
  if (final === 'Z') return keyPress('tab', { shift: true });
  return letterKey(final, modifiersOf(modifier));
}

type Modifiers = { readonly ctrl: boolean; readonly alt: boolean; readonly shift: boolean };

const NO_MODIFIERS: Modifiers = { ctrl: false, alt: false, shift: false };

/** 1 plus the sum of shift 1, alt 2, ctrl 4; super and the locks are ignored. */
function modifiersOf(written: number): Modifiers {
  const bits = Number.isInteger(written) && written > 0 ? written - 1 : 0;
  return { shift: (bits & 1) !== 0, alt: (bits & 2) !== 0, ctrl: (bits & 4) !== 0 };
}

/** With shift, terminals send either `b` or `B`; we report `b` with shift. */
function characterKey(code: number, modifiers: Modifiers): KeyPress | null {
  switch (code) {
    case 13:
    case 57414:
      return keyPress('enter', modifiers);
    case 27:
      return keyPress('escape', modifiers);
    case 9:
      return keyPress('tab', modifiers);
    case 8:
    case 127:
      return keyPress('backspace', modifiers);
  }
  if (!Number.isInteger(code) || code < 32 || code > 0x10ffff || (code >= 0xe000 && code <= 0xf8ff)) return null;
  const character = String.fromCodePoint(code);
  if (modifiers.ctrl || modifiers.alt) return keyPress(character.toLowerCase(), modifiers);
  return keyPress(modifiers.shift ? character.toUpperCase() : character);
}

const LETTERS: Readonly<Record<string, NamedKey>> = {
  A: 'up',
  B: 'down',
  C: 'right',
  D: 'left',
  F: 'end',
  H: 'home',
  M: 'enter',
};

function letterKey(letter: string, modifiers: Modifiers): KeyPress | null {
  const named = LETTERS[letter];
  return named === undefined ? null : keyPress(named, modifiers);
}

const NUMBERED: Readonly<Record<number, NamedKey>> = {
  1: 'home',
  2: 'insert',
  3: 'delete',
  4: 'end',
  5: 'pageup',
  6: 'pagedown',
  7: 'home',
  8: 'end',
};

function tildeKey(number: number, modifier: number): KeyPress | null {
  const named = NUMBERED[number];
  return named === undefined ? null : keyPress(named, modifiersOf(modifier));
}
