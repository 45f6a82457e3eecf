/** The effect of a command that asks in a trial run that changes nothing, or why there was no trial run. */
export type Rehearsal =
  | {
      readonly kind: 'ran';
      readonly exitCode: number;
      /** The end of it. */
      readonly output: string;
      /** All are in the workspace. Empty: a yes runs the command. Otherwise a yes applies these changes. */
      readonly changes: readonly RehearsedChange[];
    }
  /** `why` is a sentence without its full stop. `ran`: a trial run showed it. */
  | { readonly kind: 'impossible'; readonly why: string; readonly ran: boolean };

export type RehearsedChange = {
  /** From the workspace. */
  readonly path: string;
  readonly effect: 'created' | 'changed' | 'deleted';
  readonly kind: 'file' | 'directory' | 'link';
  /** Details that a diff doesn't show, such as a size or a mode; may be empty. */
  readonly detail: string;
  /** As `diff -u` prints it; null if there is none. */
  readonly diff: string | null;
};
