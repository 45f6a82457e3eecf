/** Whoever is typing when a question appears needs that long to see it. */
export const ARMING_MS = 300;
