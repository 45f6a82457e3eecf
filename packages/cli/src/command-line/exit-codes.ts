import type { Action } from '@caliban/gate';

/** `perms test`: the verdict is the exit code. */
export const VERDICT_EXIT: Readonly<Record<Action, number>> = { allow: 0, deny: 1, ask: 2 };
/** `perms lint` found something, `perms remove` found nothing. */
export const FOUND_EXIT = 1;
export const NOT_FOUND_EXIT = 1;
/** `perms plan --no-new-access`: a call is let through that was stopped, or it couldn't be decided. */
export const NEW_ACCESS_EXIT = 1;
/** `perms`: the request can't be carried out. */
export const ERROR_EXIT = 3;
/** `caliban` itself. */
export const FAILED_EXIT = 1;
export const USAGE_EXIT = 2;
export const CONFIGURATION_EXIT = 78;
export const INTERRUPTED_EXIT = 130;
/** `hook`: hosts that run commands read it as a refusal. */
export const BLOCKED_EXIT = 2;
