import type { SessionServices } from '@caliban/agent/session';
import { type Buffer, bufferOf, replace } from './buffer.ts';
import { type Completion, completionsFor, type Word, wordAtCursor } from './completion.ts';

type OpenMenu = {
  readonly word: Word;
  readonly completions: readonly Completion[];
  /** −1: none; then Enter sends the prompt. */
  readonly selected: number;
};

/** The completions below the prompt. */
export class Menu {
  readonly #parts: SessionServices;
  readonly #changed: () => void;
  #open: OpenMenu | null = null;
  /** Counts the lookups, so that a late answer to an earlier one is dropped. */
  #lookups = 0;

  constructor(parts: SessionServices, changed: () => void) {
    this.#parts = parts;
    this.#changed = changed;
  }

  get open(): OpenMenu | null {
    return this.#open;
  }

  close(): void {
    this.#lookups += 1;
    this.#open = null;
  }

  /** Called after every change of the prompt. */
  follow(buffer: Buffer): void {
    const word = wordAtCursor(buffer);
    this.#lookups += 1;
    if (word === null) {
      this.#open = null;
      return;
    }
    const found = completionsFor(word, this.#parts);
    if (!(found instanceof Promise)) {
      this.#show(word, found);
      return;
    }
    // Completions of the previous word must not be selected for this one.
    if (this.#open?.word.kind !== word.kind) this.#open = null;
    const lookup = this.#lookups;
    found
      .catch(() => [])
      .then((completions) => {
        if (lookup !== this.#lookups) return;
        this.#show(word, completions);
        this.#changed();
      });
  }

  move(step: 1 | -1): void {
    if (this.#open === null) return;
    const { completions, selected } = this.#open;
    const next = selected === -1 && step === -1 ? completions.length - 1 : selected + step;
    this.#open = { ...this.#open, selected: (next + completions.length) % completions.length };
  }

  /** The buffer with the selected row inserted; null if there is none or it was for another word. */
  accepted(buffer: Buffer, { orFirst }: { readonly orFirst: boolean }): Buffer | null {
    const word = wordAtCursor(buffer);
    if (this.#open === null || word === null || !isSame(word, this.#open.word)) return null;
    const { completions, selected } = this.#open;
    const chosen = completions[selected === -1 && orFirst ? 0 : selected];
    if (chosen === undefined) return null;
    return replace(buffer, { from: word.from, to: buffer.cursor, by: bufferOf(chosen.insert).units });
  }

  #show(word: Word, completions: readonly Completion[]): void {
    const isSpelledOut = completions.length === 1 && completions[0]?.insert.trim() === word.written;
    this.#open =
      completions.length === 0 || isSpelledOut
        ? null
        : { word, completions, selected: word.kind === 'argument' ? -1 : 0 };
  }
}

function isSame(one: Word, other: Word): boolean {
  return one.kind === other.kind && one.from === other.from && one.written === other.written;
}
