import type { CallContext } from '@caliban/calls';

export type Shell = NonNullable<CallContext['shell']>;

/**
 * How a shell parses a line, by its path. Undefined: it isn't one of `among`, so the host uses another shell that we don't know.
 */
export function shellDialect(file: string | undefined, among: readonly Shell[]): Shell | undefined {
  const name = file?.slice(file.lastIndexOf('/') + 1);
  return among.find((shell) => shell === name);
}
