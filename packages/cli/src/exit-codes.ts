import type { Action } from '@caliban/gate';

/** `perms test`: the verdict is the exit code. */
export const VERDICT_EXIT: Readonly<Record<Action, number>> = { allow: 0, deny: 1, ask: 2 };
export const ERROR_EXIT = 3;
export const USAGE_EXIT = 2;
