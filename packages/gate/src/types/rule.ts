import type { Pattern } from './pattern.ts';

export const ACTIONS = ['allow', 'deny', 'ask'] as const;

/** A rule's action. */
export type Action = (typeof ACTIONS)[number];

export const STRICTNESS: Readonly<Record<Action, number>> = { allow: 0, ask: 1, deny: 2 };

export function isAction(value: unknown): value is Action {
  return (ACTIONS as readonly unknown[]).includes(value);
}

/** As people write it, in any case; null for anything else. */
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
  /** Deny only: the message to the model in place of the generic sentence. */
  readonly reason?: string;
  /** Reserved: stored, not enforced. */
  readonly expiresAt?: string;
  /** Allow only: it allows a command only if the kernel confines it. */
  readonly confined?: true;
  /** Ask only: how many people have to allow it, through a hub. */
  readonly approvals?: number;
  /** Ask only: people can't allow it for their own agent. */
  readonly selfApproval?: false;
};

export const MAX_APPROVALS = 9;

/** Who has to allow a call, if one person at this machine isn't enough. */
export type PeopleNeeded = { readonly approvals: number; readonly selfApproval?: false };

/** Null: one person is enough, whoever it is. */
export function peopleNeededBy({ action, approvals = 1, selfApproval }: Rule): PeopleNeeded | null {
  if (action !== 'ask' || (approvals <= 1 && selfApproval === undefined)) return null;
  return selfApproval === undefined ? { approvals } : { approvals, selfApproval };
}

/** If both are required. */
export function allPeopleNeeded(one: PeopleNeeded, other: PeopleNeeded): PeopleNeeded {
  const approvals = Math.max(one.approvals, other.approvals);
  const selfApproval = one.selfApproval ?? other.selfApproval;
  return selfApproval === undefined ? { approvals } : { approvals, selfApproval };
}

/** If nothing can be confined, such a rule is ignored. */
export function allowsOnlyConfined({ action, confined }: Pick<Rule, 'action' | 'confined'>): boolean {
  return action === 'allow' && confined === true;
}
