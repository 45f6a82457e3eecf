/** The six modes, in the order in which Shift+Tab visits them. */
export const PERMISSION_MODES = ['default', 'acceptEdits', 'plan', 'auto', 'dontAsk', 'bypassPermissions'] as const;

export type PermissionMode = (typeof PERMISSION_MODES)[number];

/** Facts about a mode, other than its behaviour (`filter/mode-filter.ts`). */
export type ModeTraits = {
  /**
   * The higher, the less is asked. Neither auto mode nor acceptEdits is stricter in everything; edits that no one sees are
   * treated as looser.
   */
  readonly looseness: number;
  /** A project's file may set it. */
  readonly isMild: boolean;
  /** Calls run without a question, so `enforce` refuses it. */
  readonly isUnasked: boolean;
};

export const MODE_TRAITS: Readonly<Record<PermissionMode, ModeTraits>> = {
  default: { looseness: 1, isMild: true, isUnasked: false },
  acceptEdits: { looseness: 3, isMild: true, isUnasked: false },
  plan: { looseness: 0, isMild: true, isUnasked: false },
  auto: { looseness: 2, isMild: false, isUnasked: false },
  dontAsk: { looseness: 4, isMild: false, isUnasked: true },
  bypassPermissions: { looseness: 5, isMild: false, isUnasked: true },
};

export function isPermissionMode(text: string): text is PermissionMode {
  return (PERMISSION_MODES as readonly string[]).includes(text);
}
