import type { SavedSession } from '@caliban/agent/session';

/** What covers the screen. */
export type Overlay =
  | { readonly kind: 'permissions'; readonly tab: 'view' | 'audit'; readonly search: string }
  | {
      readonly kind: 'sessions';
      readonly sessions: readonly SavedSession[];
      /** Null: none of them. */
      readonly pick: (id: string | null) => void;
    };

/** The first is shown, the next when that one is closed: a command whose turn has come must not end what is half written. */
export class Overlays {
  readonly #changed: () => void;
  #open: readonly Overlay[] = [];

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  get current(): Overlay | null {
    return this.#open[0] ?? null;
  }

  open(overlay: Overlay): void {
    this.#open = [...this.#open, overlay];
    this.#changed();
  }

  readonly close = (): void => {
    this.#open = this.#open.slice(1);
    this.#changed();
  };

  /** The id of the session that was picked. */
  pickSession(sessions: readonly SavedSession[]): Promise<string | null> {
    return new Promise((resolve) => {
      const pick = (id: string | null) => {
        this.close();
        resolve(id);
      };
      this.open({ kind: 'sessions', sessions, pick });
    });
  }

  /** When the session ends: nothing will be picked. */
  abandon(): void {
    for (const overlay of this.#open) if (overlay.kind === 'sessions') overlay.pick(null);
  }
}
