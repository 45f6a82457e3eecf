/** Someone who is typing when a question appears needs this long to notice it. */
export const ARMING_MS = 300;

/** Enter takes the preselected answer only after no key was pressed for this long. */
export const SELECTING_MS = 1000;
