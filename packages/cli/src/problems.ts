/** What was typed cannot be meant; the message says what to type. */
export class UsageError extends Error {}

/** Files, environment or flags forbid it; one message a line. */
export class ConfigurationError extends Error {
  constructor(messages: readonly string[]) {
    super(messages.join('\n'));
  }
}

/** It was understood and could not be done: a full disk, a file that is not ours. */
export class FailedError extends Error {}
