/** A shell command line, split into its parts. Built by `shell/`. */
export type CommandLine = {
  /** The whole text as the model wrote it. */
  readonly source: string;
  /** Every simple command at any depth, in source order. */
  readonly units: readonly Unit[];
  readonly redirects: readonly Redirect[];
  /** From statements without a command word. */
  readonly assignments: readonly Assignment[];
  /** Neighbouring commands as one text, for rules that contain these operators; absent if there are none. */
  readonly chains?: (spelt?: OperatorSet) => Iterable<ChainText | 'too many'>;
  /** The input that heredocs and here-strings give to commands, as written; absent if there is none. */
  readonly inputs?: readonly string[];
  /** The same with the values the line itself gives; absent if equal to `inputs`. Computed on demand. */
  readonly possibleInputs?: () => PossibleTexts;
  /** Why the analysis isn't reliable; empty means exact. */
  readonly problems: readonly string[];
  /** The text was too long or too deep to analyse: units may be missing entirely. */
  readonly overLimit: boolean;
};

export type ChainText = {
  readonly text: string;
  readonly commands: number;
  /** All of it is one pipe: the output of its first command may reach its last one, whatever is between them. */
  readonly isPiped: boolean;
};

/** The operators in patterns, as bits (`shell/operators.ts`). */
export type OperatorSet = number;

/** One simple command. */
export type Unit = {
  /** Prefix assignments and words exactly as written, joined by one blank, without redirections. */
  readonly text: string;
  /** The source slice, including redirections. */
  readonly raw: string;
  /** The words after quote removal, joined by one blank, without assignments. */
  readonly plain: string;
  /** The first word after quote removal; null if it contains an expansion, substitution, glob or brace expansion. */
  readonly name: string | null;
  /** Prefix assignments, in order. `text` is their texts, then `command`. */
  readonly assignments: readonly Assignment[];
  /** The words as written, joined by one blank, without assignments. */
  readonly command: string;
  /** The program's words, its name first. Computed on demand. */
  readonly words: readonly Word[];
  /** Where it may run. Computed on demand. */
  readonly directories: Directories;
  /** The command as it will run, as far as the line itself shows; absent if equal to `plain`. Computed on demand. */
  readonly expandedCommand?: () => PossibleTexts;
};

export type Word = {
  /** As it is in the line; words that the shell makes from one word share it. */
  readonly written: string;
  /** What the program gets, with a tilde kept; null if that isn't known for sure. */
  readonly value: string | null;
  /** All possible values, as far as the line shows; several words in one text if they are unquoted. */
  readonly possible: readonly string[];
  /** Part of it is quoted or escaped: a tilde may not be home, and its value isn't split. */
  readonly isQuoted: boolean;
};

/**
 * The possible current directories of the shell, each a chain of literal `cd` arguments from its initial directory (the empty
 * chain); null if unknown.
 */
export type Directories = readonly (readonly string[])[] | null;

export type PossibleTexts = {
  readonly texts: readonly string[];
  /** There are more ways to run it than were examined. */
  readonly isPartial: boolean;
};

export type Assignment = {
  readonly name: string;
  /** As written: `NAME=value`. */
  readonly text: string;
  /** The value after quote removal; null if it isn't literal. */
  readonly value: string | null;
};

export type Redirect = {
  readonly access: 'read' | 'write';
  /** Operator and target as in the source: `> out.txt`. */
  readonly text: string;
  /** The unit it belongs to; null for a group, a loop or nothing. */
  readonly unit: number | null;
  /** The target after quote removal, with a tilde kept as written; null if it isn't literal. */
  readonly target: string | null;
  /** The possible values of a target that isn't literal, as far as the line itself shows. Computed on demand. */
  readonly possibleTargets?: () => readonly string[];
  /** The directories that a relative target may resolve against. */
  readonly directories: Directories;
};
