/** A shell command line, taken apart. Built by `shell/`. */
export type CommandLine = {
  /** The whole text as the model wrote it. */
  readonly source: string;
  /** Every simple command at any depth, in source order. */
  readonly units: readonly Unit[];
  readonly redirects: readonly Redirect[];
  /** Made by statements that have no command word. */
  readonly assignments: readonly Assignment[];
  /** Commands that stand side by side, as one text, for rules that spell these operators; absent where none do. */
  readonly chains?: (spelt?: OperatorSet) => Iterable<ChainText | 'too many'>;
  /** What heredocs and here-strings feed to commands, as written; absent where there are none. */
  readonly inputs?: readonly string[];
  /** The same as the line itself tells; absent where `inputs` is that already. Worked out when asked for. */
  readonly possibleInputs?: () => PossibleTexts;
  /** Why the analysis cannot be vouched for; empty means exact. */
  readonly problems: readonly string[];
  /** The text was too long or too deep to be taken apart: units may be missing entirely. */
  readonly overLimit: boolean;
};

export type ChainText = {
  readonly text: string;
  readonly commands: number;
  /** All of it is one pipe: what its first command prints may reach its last one, whatever stands between them. */
  readonly isPiped: boolean;
};

/** What patterns spell of the operators between commands, as bits (`shell/operators.ts`). */
export type OperatorSet = number;

/** One simple command. */
export type Unit = {
  /** Prefix assignments and words exactly as written, joined by one blank, without redirections. */
  readonly text: string;
  /** The source slice, redirections included. */
  readonly raw: string;
  /** The words after quote removal, joined by one blank, without assignments. */
  readonly plain: string;
  /** The first word after quote removal; null when it holds an expansion, substitution, glob or brace expansion. */
  readonly name: string | null;
  /** Prefix assignments, in order. `text` is their texts, then `command`. */
  readonly assignments: readonly Assignment[];
  /** The words as written, joined by one blank, without assignments. */
  readonly command: string;
  /** The words the program is given, its name first. Worked out when asked for. */
  readonly words: readonly Word[];
  /** Where it may run. Worked out when asked for. */
  readonly directories: Directories;
  /** The command as it will run, as far as the line itself tells; absent where `plain` is that already. Worked out when asked for. */
  readonly expandedCommand?: () => PossibleTexts;
};

export type Word = {
  /** As it stands in the line; words that the shell makes of one share it. */
  readonly written: string;
  /** What the program is given, a tilde kept; null where that is not known for sure. */
  readonly value: string | null;
  /** All that it may be, as far as the line tells; several words in one text where nothing quotes it. */
  readonly possible: readonly string[];
  /** Some of it is quoted or escaped: a tilde may be no home, and what it holds is not split. */
  readonly isQuoted: boolean;
};

/**
 * The directories the shell may stand in, each a chain of literal `cd` arguments from where it started (the empty chain is that
 * place itself); null when it cannot be known.
 */
export type Directories = readonly (readonly string[])[] | null;

export type PossibleTexts = {
  readonly texts: readonly string[];
  /** There are more ways to run it than were looked at. */
  readonly isPartial: boolean;
};

export type Assignment = {
  readonly name: string;
  /** As written: `NAME=value`. */
  readonly text: string;
  /** The value after quote removal; null when it is not literal. */
  readonly value: string | null;
};

export type Redirect = {
  readonly access: 'read' | 'write';
  /** Operator and target as they stand in the source: `> out.txt`. */
  readonly text: string;
  /** The unit it hangs on; null when it hangs on a group, a loop or on nothing. */
  readonly unit: number | null;
  /** The target after quote removal and tilde kept as written; null when it is not literal. */
  readonly target: string | null;
  /** What a target that is not literal may become, as far as the line itself tells. Worked out when asked for. */
  readonly possibleTargets?: () => readonly string[];
  /** What a relative target may resolve against. */
  readonly directories: Directories;
};
