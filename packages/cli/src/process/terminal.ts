/** What a command may touch of the outside world. */
export type Terminal = {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Resolves once the reader of the output has caught up. */
  readonly drained: () => Promise<void>;
  /** All of standard input; empty when nothing of it came within `patienceMs`. */
  readonly readInput: (options?: { readonly patienceMs?: number }) => Promise<string>;
  /** Standard input as it comes. */
  readonly input: () => AsyncIterable<Uint8Array>;
  /** A person sits at it. */
  readonly inputIsTerminal: boolean;
  /** Keys can be read and a screen can be drawn. */
  readonly isInteractive: boolean;
  /** Aborts on Ctrl-C; from the first use on, that no longer ends the process by itself. */
  readonly interrupted: () => AbortSignal;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly colours: boolean;
  /** How wide the screen is; absent when the output goes elsewhere. */
  readonly columns?: number;
  /** How high it is. */
  readonly rows?: number;
};
