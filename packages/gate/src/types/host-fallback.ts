/** What happens to another agent's call that no written rule settles, from loose to strict. */
export type HostFallback = (typeof HOST_FALLBACKS)[number];

/** `leave`: the agent decides. `ask`: the built-in rules do. `deny`: the same, but their asks are denied. */
export const HOST_FALLBACKS = ['leave', 'ask', 'deny'] as const;
