import type { Pattern } from './pattern.ts';

export const ACTIONS = ['allow', 'deny', 'ask'] as const;

/** What a rule says. */
export type Action = (typeof ACTIONS)[number];

export const STRICTNESS: Readonly<Record<Action, number>> = { allow: 0, ask: 1, deny: 2 };

export function isAction(value: unknown): value is Action {
  return (ACTIONS as readonly unknown[]).includes(value);
}

/** As people write it, in any letter case; null for anything else. */
export function readAction(written: string): Action | null {
  const action = written.toLowerCase();
  return isAction(action) ? action : null;
}

/** Where rules come from, in the order in which they are tried. */
export const LAYERS = ['managed', 'runtime', 'cli', 'local', 'project', 'user', 'builtin'] as const;

export type Layer = (typeof LAYERS)[number];

export type RuleSource = {
  readonly layer: Layer;
  readonly file?: string;
  readonly line?: number;
};

export type Rule = {
  readonly pattern: Pattern;
  readonly action: Action;
  readonly source: RuleSource;
  /** For people: shown when asking, never to the model. */
  readonly comment?: string;
  /** Deny only: what the model reads instead of the generic sentence. */
  readonly reason?: string;
  /** Reserved: kept, not enforced. */
  readonly expiresAt?: string;
};
