import type { PermissionMode } from './permission-mode.ts';
import type { Action, Rule } from './rule.ts';

/** What rules and mode say about a call, and why. Three-valued: an ask still needs an answer. */
export type Verdict = {
  readonly action: Action;
  readonly because: Because;
  /** The rules that applied to the parts of a compound call, each once. Absent where only one rule did. */
  readonly partRules?: readonly PartRule[];
};

/** A rule, and the number of the first part it applied to; no number for the line as a whole. */
export type PartRule = { readonly rule: Rule; readonly part?: number };

/** A step that overrules keeps the verdict it overruled in `over`. */
export type Because =
  | { readonly kind: 'rule'; readonly rule: Rule; readonly part?: Part }
  /** No rule matched. */
  | { readonly kind: 'no-rule'; readonly part?: Part }
  /** The shell built-ins that do nothing (`true`, `:` …) need no rule. */
  | { readonly kind: 'harmless'; readonly part?: Part }
  /** The analysis cannot vouch for the line, so no allow that looks inside applies. */
  | { readonly kind: 'opaque'; readonly problem: string; readonly part?: Part; readonly rule?: Rule }
  /** The call would write one of caliban's own files; only latched bypass overrules that. */
  | { readonly kind: 'own-file'; readonly file: string; readonly over: Verdict }
  | { readonly kind: 'mode'; readonly mode: PermissionMode; readonly over: Verdict }
  | { readonly kind: 'classifier'; readonly opinion: ClassifierOpinion; readonly over: Verdict }
  | { readonly kind: 'fault'; readonly message: string };

/** The part of a compound call that decided. */
export type Part = {
  readonly kind: 'command' | 'write' | 'read' | 'assignment' | 'line';
  /** As written. */
  readonly text: string;
  /** One-based place among the parts of the call, and how many there are. */
  readonly number: number;
  readonly of: number;
};

/** Auto mode's second opinion. */
export type ClassifierOpinion = {
  readonly verdict: 'allow' | 'soft_deny' | 'hard_deny';
  readonly source: ClassifierSource;
  readonly reason: string;
};

export type ClassifierSource = 'StaticRule' | 'Cache' | 'Model' | 'DisabledFallback' | 'ErrorFallback';
