import type { SessionServices } from '@caliban/agent/session';
import type { KeyPress } from '../../input/key.ts';
import { type Buffer, bufferOf, EMPTY, replace, textOf } from './buffer.ts';
import { editOf } from './edit-of.ts';
import { HistoryWalk } from './history-walk.ts';
import { layOutPrompt, verticalStep } from './lay-out-prompt.ts';
import { Menu } from './menu.ts';

export type PromptParts = {
  readonly parts: SessionServices;
  readonly changed: () => void;
  /** Takes back a prompt that is waiting to be sent; null if there is none. */
  readonly takeBack: () => string | null;
  readonly send: (text: string) => void;
  /** Enter on an empty prompt. */
  readonly sendEmpty: () => void;
};

/** The operator's prompt. */
export class Prompt {
  readonly menu: Menu;
  readonly #history: HistoryWalk;
  readonly #takeBack: () => string | null;
  readonly #send: (text: string) => void;
  readonly #sendEmpty: () => void;
  #buffer: Buffer = EMPTY;
  /** The last drawn width: up and down move by rows. */
  columns = 80;

  constructor({ parts, changed, takeBack, send, sendEmpty }: PromptParts) {
    this.menu = new Menu(parts, changed);
    this.#history = new HistoryWalk(() => parts.history.entries);
    this.#takeBack = takeBack;
    this.#send = send;
    this.#sendEmpty = sendEmpty;
  }

  get buffer(): Buffer {
    return this.#buffer;
  }

  get isEmpty(): boolean {
    return this.#buffer.units.length === 0;
  }

  clear(): void {
    this.#history.end();
    this.menu.close();
    this.#buffer = EMPTY;
  }

  /** Inserts text before the current text. */
  prepend(text: string): void {
    const written = textOf(this.#buffer.units);
    this.#buffer = bufferOf(written === '' ? text : `${text}\n${written}`);
  }

  /** Returns whether the key meant something here. */
  press(press: KeyPress): boolean {
    if (press.kind === 'key' && !press.alt && !press.shift) {
      const name = press.ctrl ? `ctrl+${press.key}` : press.key;
      if (name === 'enter') return this.#enter();
      if (name === 'tab') return this.#tab();
      if (name === 'up' || name === 'ctrl+p') return this.#vertical('up');
      if (name === 'down' || name === 'ctrl+n') return this.#vertical('down');
      if (name === 'escape' && this.menu.open !== null) {
        this.menu.close();
        return true;
      }
    }
    const edit = editOf(press);
    if (edit === null) return false;
    this.#change(edit(this.#buffer));
    return true;
  }

  #enter(): true {
    const { units, cursor } = this.#buffer;
    if (units[cursor - 1] === '\\') {
      this.#change(replace(this.#buffer, { from: cursor - 1, to: cursor, by: ['\n'] }));
      return true;
    }
    const isCommand = this.menu.open?.word.kind === 'command';
    const accepted = this.menu.accepted(this.#buffer, { orFirst: false });
    if (accepted !== null) this.#change(accepted);
    if (accepted === null || isCommand) this.#submit();
    return true;
  }

  #submit(): void {
    const text = textOf(this.#buffer.units);
    if (text.trim() === '') {
      this.#sendEmpty();
      return;
    }
    this.clear();
    this.#send(text);
  }

  #tab(): true {
    const accepted = this.menu.accepted(this.#buffer, { orFirst: true });
    if (accepted !== null) this.#change(accepted);
    return true;
  }

  #vertical(towards: 'up' | 'down'): true {
    if (this.menu.open !== null) {
      this.menu.move(towards === 'up' ? -1 : 1);
      return true;
    }
    const step = verticalStep(layOutPrompt(this.#buffer, this.columns), towards);
    if (step !== null) {
      this.#buffer = { ...this.#buffer, cursor: step };
      return true;
    }
    const queued = towards === 'up' && this.isEmpty ? this.#takeBack() : null;
    if (queued !== null) {
      this.#buffer = bufferOf(queued);
      return true;
    }
    // Shown without a menu over it: the next arrow key continues through the history.
    this.#buffer = (towards === 'up' ? this.#history.older(this.#buffer) : this.#history.newer()) ?? this.#buffer;
    return true;
  }

  #change(buffer: Buffer): void {
    if (buffer.units !== this.#buffer.units) this.#history.end();
    this.#buffer = buffer;
    this.menu.follow(buffer);
  }
}
