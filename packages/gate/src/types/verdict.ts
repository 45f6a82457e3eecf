import type { PermissionMode } from './permission-mode.ts';
import type { Action, PeopleNeeded, Rule } from './rule.ts';

/** The verdict of rules and mode on a call, and why. Three-valued: an ask still needs an answer. */
export type Verdict = {
  readonly action: Action;
  readonly because: Because;
  /** The rules that applied to the parts of a compound call, each once. Absent if there was only one. */
  readonly partRules?: readonly PartRule[];
  /** It is an allow only if the command runs confined. */
  readonly confined?: ConfinedRun;
  /** For an ask: one person at this machine can't answer it. Merged over the parts of a compound call. */
  readonly people?: PeopleNeeded;
};

/** Confined by the rules, with or without network. */
export type ConfinedRun = 'by-rules' | 'without-network';

/** A rule, and the number of the first part it applied to; no number for the line as a whole. */
export type PartRule = { readonly rule: Rule; readonly part?: number };

/** A step that overrules keeps the overruled verdict in `over`. */
export type Because =
  | { readonly kind: 'rule'; readonly rule: Rule; readonly part?: Part }
  /** No rule matched. */
  | { readonly kind: 'no-rule'; readonly part?: Part }
  /** The shell built-ins that do nothing (`true`, `:` …) need no rule. */
  | { readonly kind: 'harmless'; readonly part?: Part }
  /** The line isn't fully understood, so no allow that depends on its parts applies. */
  | { readonly kind: 'opaque'; readonly problem: string; readonly part?: Part; readonly rule?: Rule }
  /** The call would write one of caliban's own files; only latched bypass overrules that. */
  | { readonly kind: 'own-file'; readonly file: string; readonly over: Verdict }
  | { readonly kind: 'mode'; readonly mode: PermissionMode; readonly over: Verdict }
  /** The operator typed the call, so there is no one else to ask. */
  | { readonly kind: 'typed'; readonly over: Verdict }
  | { readonly kind: 'classifier'; readonly opinion: ClassifierOpinion; readonly over: Verdict }
  /** It may run only confined, and can't be confined here. */
  | { readonly kind: 'not-confined'; readonly problem: string; readonly over: Verdict }
  /** Several people, or someone else, have to allow it, and only a hub can ask them. */
  | { readonly kind: 'needs-people'; readonly people: PeopleNeeded; readonly over: Verdict }
  | { readonly kind: 'fault'; readonly message: string };

/** The part of a compound call that decided. */
export type Part = {
  readonly kind: 'command' | 'write' | 'read' | 'assignment' | 'line';
  /** As written. */
  readonly text: string;
  /** One-based index among the parts of the call, and how many there are. */
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
