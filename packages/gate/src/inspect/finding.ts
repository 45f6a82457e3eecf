import type { Rule } from '../types/rule.ts';

/** error: the list does not do what it says. warning: worth changing. info: worth knowing. */
export type Severity = 'error' | 'warning' | 'info';

/** Something about one rule that a person may want to act on. */
export type Finding = About &
  /** Of a rule about a class there is no example: its name says no call. */
  (
    | { readonly kind: 'duplicate'; readonly of: PlacedRule; readonly exampleCall: ExampleCall | null }
    /** No call can ever reach it; several rules in `by` cover it together. */
    | { readonly kind: 'shadowed'; readonly by: readonly PlacedRule[]; readonly exampleCall: ExampleCall | null }
    /** The same for calls as they are usually written; other spellings, or links, still reach it. */
    | { readonly kind: 'mostly-shadowed'; readonly by: readonly PlacedRule[]; readonly exampleCall: ExampleCall | null }
    | { readonly kind: 'over-broad'; readonly exampleCall: ExampleCall | null }
    | { readonly kind: 'never-matches'; readonly exampleCall: ExampleCall | null }
    | { readonly kind: 'deny-dodge'; readonly exampleCall: ExampleCall }
    /** Claude Code's spelling of a prefix, which is none here. */
    | { readonly kind: 'literal-colon'; readonly exampleCall: ExampleCall; readonly proposals: readonly string[] }
    /** `^git .+$`, where a glob is read. */
    | { readonly kind: 'looks-like-regex' }
    /** More than one blank, or a tab, between words. */
    | { readonly kind: 'folded-blanks'; readonly proposal: string }
    /** `x *`, and no rule for `x` alone. */
    | { readonly kind: 'needs-arguments'; readonly proposal: string }
    /** A deny on some of the tools that edit. */
    | { readonly kind: 'half-protected'; readonly proposal: string }
    /** `bash` for `Bash`: no agent calls its tool so here. */
    | { readonly kind: 'misspelled-tool' }
    /** `Read:@secrts`, which is about a file. */
    | { readonly kind: 'misspelled-class' }
    | { readonly kind: 'expired'; readonly expiredAt: string }
    | { readonly kind: 'reason-without-deny' }
    /** Too large, or too many too much alike, to be compared to the end. */
    | { readonly kind: 'unchecked' }
  );

type About = PlacedRule & {
  readonly severity: Severity;
  /** One line. */
  readonly message: string;
};

export type PlacedRule = {
  readonly rule: Rule;
  /** Its place in the list that was looked at, from 0. */
  readonly position: number;
};

/** A call that shows it. Relative paths are below the workspace. */
export type ExampleCall = { readonly tool: string; readonly input: Readonly<Record<string, unknown>> };
