import { MODE_TRAITS, PERMISSION_MODES, type PermissionMode } from '../types/permission-mode.ts';

/** The result of a change of mode. Refused: `mode` is the mode it is in instead, `reason` is for the toast message. */
export type ModeSwitch =
  | { readonly kind: 'switched'; readonly mode: PermissionMode }
  | { readonly kind: 'refused'; readonly mode: PermissionMode; readonly reason: string };

export type ModeChange = {
  readonly mode: PermissionMode;
  readonly previous: PermissionMode;
  readonly latched: boolean;
};

export type ModeStart = {
  readonly mode: PermissionMode;
  /** Bypass was unlocked at the start; can be dropped, never set again. */
  readonly latched: boolean;
  /** The place of `enforce = true`, such as `/etc/caliban/permissions.toml:2`; absent if it isn't set. */
  readonly enforcedBy?: string | undefined;
  /** No rules at all (`--no-permissions`), so no mode has anything to decide: it stays `default`. */
  readonly isDisabled?: boolean;
};

/** The live mode: one object for gate, UI and sub-agents. It is never in a mode that it would refuse to enter. */
export class SharedPermissionMode {
  /** For the whole session. */
  readonly isDisabled: boolean;
  readonly #enforcedBy: string | undefined;
  readonly #listeners = new Set<(change: ModeChange) => void>();
  #latched: boolean;
  #current: PermissionMode;

  constructor({ mode, latched, enforcedBy, isDisabled = false }: ModeStart) {
    this.isDisabled = isDisabled;
    this.#enforcedBy = enforcedBy;
    this.#latched = latched && enforcedBy === undefined;
    this.#current = this.refusal(mode) === null ? mode : 'default';
  }

  get current(): PermissionMode {
    return this.#current;
  }

  get latched(): boolean {
    return this.#latched;
  }

  /** Why this mode can't be entered; null if it can. */
  refusal(mode: PermissionMode): string | null {
    if (this.isDisabled) return mode === 'default' ? null : 'no mode applies with --no-permissions';
    if (!MODE_TRAITS[mode].isUnasked) return null;
    if (this.#enforcedBy !== undefined) return `${mode} is refused: enforce is set in ${this.#enforcedBy}`;
    if (mode !== 'bypassPermissions' || this.#latched) return null;
    return `${mode} needs --allow-dangerously-skip-permissions at start`;
  }

  switchTo(mode: PermissionMode): ModeSwitch {
    const reason = this.refusal(mode);
    if (reason === null) {
      this.#change(mode, this.#latched);
      return { kind: 'switched', mode };
    }
    this.#change('default', this.#latched);
    return { kind: 'refused', mode: 'default', reason };
  }

  /** The next mode on Shift+Tab. */
  cycle(): ModeSwitch {
    const next = PERMISSION_MODES[PERMISSION_MODES.indexOf(this.#current) + 1];
    return this.switchTo(next ?? 'default');
  }

  /** For the rest of the session. False if there was none. */
  dropLatch(): boolean {
    if (!this.#latched) return false;
    this.#change(this.#current === 'bypassPermissions' ? 'default' : this.#current, false);
    return true;
  }

  /** Called after every change of mode or latch. Returns a function that stops it. */
  onChange(listener: (change: ModeChange) => void): () => void {
    // A separate wrapper, so that one function subscribed twice is two subscriptions.
    const subscription = (change: ModeChange) => listener(change);
    this.#listeners.add(subscription);
    return () => {
      this.#listeners.delete(subscription);
    };
  }

  #change(mode: PermissionMode, latched: boolean): void {
    const previous = this.#current;
    if (mode === previous && latched === this.#latched) return;
    this.#current = mode;
    this.#latched = latched;

    // Every listener is called, even if one before it throws.
    const failures: unknown[] = [];
    for (const listener of [...this.#listeners]) {
      try {
        listener({ mode, previous, latched });
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'a listener to the permission mode failed');
  }
}
