/** What was typed cannot be meant; the message says what to type. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  static override readonly [Symbol.hasInstance]: (value: unknown) => boolean = isNamed('UsageError');
}

/** Files, environment or flags forbid it; one message a line. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
  static override readonly [Symbol.hasInstance]: (value: unknown) => boolean = isNamed('ConfigurationError');

  constructor(messages: readonly string[]) {
    super(messages.join('\n'));
  }
}

/** It was understood and could not be done: a full disk, a file that is not ours. */
export class FailedError extends Error {
  override readonly name = 'FailedError';
  static override readonly [Symbol.hasInstance]: (value: unknown) => boolean = isNamed('FailedError');
}

/** By name, because what throws may come from another bundle than what catches, with classes of its own. */
function isNamed(name: string): (value: unknown) => boolean {
  return (value) => Error[Symbol.hasInstance](value) && (value as Error).name === name;
}
