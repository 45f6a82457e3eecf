/** Whoever is typing when a question appears needs that long to see it. */
export const ARMING_MS = 300;

/** How long no key must have been pressed before Enter means the answer that is offered first. */
export const SELECTING_MS = 1000;
