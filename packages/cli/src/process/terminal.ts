/** A command's access to the outside world. */
export type Terminal = {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Resolves once the reader of the output has caught up. */
  readonly drained: () => Promise<void>;
  /** All of standard input; empty if nothing arrives within `patienceMs`. */
  readonly readInput: (options?: { readonly patienceMs?: number }) => Promise<string>;
  /** Standard input as a stream. */
  readonly input: () => AsyncIterable<Uint8Array>;
  /** Standard input is a terminal. */
  readonly inputIsTerminal: boolean;
  /** Keys can be read and a screen can be drawn. */
  readonly isInteractive: boolean;
  /** Aborts on Ctrl-C; from the first use on, that no longer ends the process by itself. */
  readonly interrupted: () => AbortSignal;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly colours: boolean;
  /** The width of the screen; absent if the output isn't a terminal. */
  readonly columns?: number;
  /** The height of the screen. */
  readonly rows?: number;
};
