/** A command can't be rehearsed. The message is a sentence for the operator, without its full stop. */
export class ImpossibleError extends Error {}
