import type { Pattern } from './pattern.ts';

/** What a rule says. */
export type Action = 'allow' | 'deny' | 'ask';

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
