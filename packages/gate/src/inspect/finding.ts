import type { Rule } from '../types/rule.ts';

/** error: the list doesn't do what it says. warning: worth changing. info: worth knowing. */
export type Severity = 'error' | 'warning' | 'info';

/** Something about one rule that a person may want to act on. */
export type Finding = About &
  /** There is no example for a rule about a class: its name isn't a call. */
  (
    | { readonly kind: 'duplicate'; readonly of: PlacedRule; readonly exampleCall: ExampleCall | null }
    /** No call can ever reach it; several rules in `by` cover it together. */
    | { readonly kind: 'shadowed'; readonly by: readonly PlacedRule[]; readonly exampleCall: ExampleCall | null }
    /** The same for calls in their usual spelling; other spellings, or symlinks, still reach it. */
    | { readonly kind: 'mostly-shadowed'; readonly by: readonly PlacedRule[]; readonly exampleCall: ExampleCall | null }
    | { readonly kind: 'over-broad'; readonly exampleCall: ExampleCall | null }
    | { readonly kind: 'never-matches'; readonly exampleCall: ExampleCall | null }
    | { readonly kind: 'deny-dodge'; readonly exampleCall: ExampleCall }
    /** Claude Code's spelling of a prefix, which has no such meaning here. */
    | { readonly kind: 'literal-colon'; readonly exampleCall: ExampleCall; readonly proposals: readonly string[] }
    /** `^git .+$`, where a glob is expected. */
    | { readonly kind: 'looks-like-regex' }
    /** More than one blank, or a tab, between words. */
    | { readonly kind: 'folded-blanks'; readonly proposal: string }
    /** `x *`, and no rule for `x` alone. */
    | { readonly kind: 'needs-arguments'; readonly proposal: string }
    /** A deny on some of the tools that edit. */
    | { readonly kind: 'half-protected'; readonly proposal: string }
    /** `bash` for `Bash`: no agent has a tool of that name here. */
    | { readonly kind: 'misspelled-tool' }
    /** `Read:@secrts`, which is about a file. */
    | { readonly kind: 'misspelled-class' }
    | { readonly kind: 'expired'; readonly expiredAt: string }
    | { readonly kind: 'reason-without-deny' }
    /** Too large, or with too many similar rules, to be compared fully. */
    | { readonly kind: 'unchecked' }
  );

type About = PlacedRule & {
  readonly severity: Severity;
  /** One line. */
  readonly message: string;
};

export type PlacedRule = {
  readonly rule: Rule;
  /** Its index in the given list, from 0. */
  readonly position: number;
};

/** A call that demonstrates it. Relative paths are below the workspace. */
export type ExampleCall = { readonly tool: string; readonly input: Readonly<Record<string, unknown>> };
