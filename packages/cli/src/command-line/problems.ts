/** Invalid arguments; the message says what to type. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  static override readonly [Symbol.hasInstance]: (value: unknown) => boolean = isNamed('UsageError');
}

/** Files, environment or flags forbid it; one message per line. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
  static override readonly [Symbol.hasInstance]: (value: unknown) => boolean = isNamed('ConfigurationError');

  constructor(messages: readonly string[]) {
    super(messages.join('\n'));
  }
}

/** A valid request that couldn't be carried out: a full disk, a file that isn't ours. */
export class FailedError extends Error {
  override readonly name = 'FailedError';
  static override readonly [Symbol.hasInstance]: (value: unknown) => boolean = isNamed('FailedError');
}

/** Checked by name, because the error may come from another bundle with its own copy of the class. */
function isNamed(name: string): (value: unknown) => boolean {
  return (value) => Error[Symbol.hasInstance](value) && (value as Error).name === name;
}
