import type { PermissionMode, SharedPermissionMode } from '@caliban/gate';
import type { ModeSwitch } from '@caliban/gate/state';
import { PERMISSION_MODES } from '@caliban/gate/types';
import { MODES } from './mode-words.ts';

/** A mode that asks no one needs a second press. */
export type ModeStep = ModeSwitch | { readonly kind: 'asks-for-second-press'; readonly mode: PermissionMode };

/** Shift+Tab. */
export class ModeCycle {
  readonly #mode: SharedPermissionMode;
  readonly #clock: () => number;
  #askedAt = Number.NEGATIVE_INFINITY;

  constructor(mode: SharedPermissionMode, clock: () => number) {
    this.#mode = mode;
    this.#clock = clock;
  }

  press(): ModeStep {
    const next = this.#next();
    const now = this.#clock();
    const isSecond = now - this.#askedAt <= SECOND_PRESS_MS;
    this.#askedAt = Number.NEGATIVE_INFINITY;
    // A mode that is refused anyway needs no second press.
    if (isSecond || MODES[next].warning === undefined || this.#mode.refusal(next) !== null) return this.#mode.cycle();
    this.#askedAt = now;
    return { kind: 'asks-for-second-press', mode: next };
  }

  #next(): PermissionMode {
    return PERMISSION_MODES[PERMISSION_MODES.indexOf(this.#mode.current) + 1] ?? 'default';
  }
}

/** How long the first of two presses is remembered. */
const SECOND_PRESS_MS = 5000;
