import { escapeSequence } from './escape-sequence.ts';
import { type KeyPress, keyPress } from './key.ts';
import { controlKey, type Sequence } from './sequence.ts';

/**
 * Bytes from the terminal → key presses. Understands plain bytes, the kitty protocol, xterm's modifyOtherKeys and bracketed
 * paste. Unknown sequences are swallowed: half a sequence must never be read as letters.
 */
export class KeyDecoder {
  #rest = '';
  #pasted: string | null = null;

  /** A sequence may be split anywhere between two chunks; the decoder waits for the rest. */
  feed(chunk: string): readonly KeyPress[] {
    this.#rest += chunk;
    const presses: KeyPress[] = [];
    while (this.#rest !== '') {
      const taken = this.#pasted === null ? this.#takeKey(presses) : this.#takePaste(presses);
      if (!taken) break;
    }
    return presses;
  }

  /** A sequence has begun and not ended. */
  get isWaiting(): boolean {
    return this.#rest !== '' && this.#pasted === null;
  }

  /** Nothing more came: a single escape was the key itself; any other partial sequence is dropped. */
  flush(): readonly KeyPress[] {
    if (!this.isWaiting) return [];
    const wasEscape = this.#rest === ESC;
    this.#rest = '';
    return wasEscape ? [keyPress('escape')] : [];
  }

  #takePaste(presses: KeyPress[]): boolean {
    const end = this.#rest.indexOf(PASTE_END);
    if (end === -1) {
      // The end mark itself may be split.
      const safe = this.#rest.length - tornLength(this.#rest, PASTE_END);
      this.#pasted += this.#rest.slice(0, safe);
      this.#rest = this.#rest.slice(safe);
      return false;
    }
    presses.push({ kind: 'paste', text: `${this.#pasted}${this.#rest.slice(0, end)}` });
    this.#pasted = null;
    this.#rest = this.#rest.slice(end + PASTE_END.length);
    return true;
  }

  #takeKey(presses: KeyPress[]): boolean {
    if (this.#rest.startsWith(PASTE_START)) {
      this.#pasted = '';
      this.#rest = this.#rest.slice(PASTE_START.length);
      return true;
    }
    const sequence = this.#rest.startsWith(ESC) ? escapeSequence(this.#rest) : plainKey(this.#rest);
    if (sequence === null) return false;
    this.#rest = this.#rest.slice(sequence.length);
    if (sequence.press !== null) presses.push(sequence.press);
    return true;
  }
}

const ESC = '\u001b';
const PASTE_START = `${ESC}[200~`;
const PASTE_END = `${ESC}[201~`;

/** How much of the text's end could be the beginning of `mark`. */
function tornLength(text: string, mark: string): number {
  for (let length = Math.min(mark.length - 1, text.length); length > 0; length -= 1) {
    if (mark.startsWith(text.slice(-length))) return length;
  }
  return 0;
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
/** No typed grapheme is longer. */
const MAX_GRAPHEME_LENGTH = 64;

function plainKey(text: string): Sequence {
  const control = controlKey(text.charCodeAt(0));
  if (control !== null) return { length: 1, press: control };
  const [first] = graphemes.segment(text.slice(0, MAX_GRAPHEME_LENGTH));
  const key = first?.segment ?? (text[0] as string);
  return { length: key.length, press: keyPress(key) };
}
