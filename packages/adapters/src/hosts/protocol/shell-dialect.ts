import type { CallContext } from '@caliban/calls';

export type Shell = NonNullable<CallContext['shell']>;

/** How a shell reads a line, by its file. Undefined: not among those, so the host takes another one that we don't know. */
export function shellDialect(file: string | undefined, among: readonly Shell[]): Shell | undefined {
  const name = file?.slice(file.lastIndexOf('/') + 1);
  return among.find((shell) => shell === name);
}
