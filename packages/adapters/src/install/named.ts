/** A variable that is set to nothing names nothing. */
export function named(value: string | undefined): string | undefined {
  return value === '' ? undefined : value;
}
