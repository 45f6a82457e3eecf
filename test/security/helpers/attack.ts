import type { Shell } from '@caliban/calls/types';
import type { PermissionMode } from '../../../packages/gate/src/types/permission-mode.ts';

/** What must come of it; `not-allow` is an ask or a deny. */
export type Must = 'allow' | 'ask' | 'deny' | 'not-allow';

export type World = {
  readonly cwd?: string;
  /** Links of the file system, each with where it leads. */
  readonly links?: Readonly<Record<string, string>>;
  readonly foldsCase?: boolean;
  readonly shell?: Shell;
  readonly mode?: PermissionMode;
};

/** A command line, or a tool with its first argument or its input. */
export type Call = string | readonly [tool: string, given: string | Readonly<Record<string, unknown>>];

/** One way to get around the rules, or the honest call that looks like it. */
export type Attack = {
  /** Its row in the catalogue of docs/threat-model.md. */
  readonly id: string;
  readonly must: Must;
  /** As `allow Bash:git *`; the built-in ones follow. */
  readonly rules: readonly string[];
  readonly call: Call;
  readonly world: World;
};

export function attack(id: string, must: Must, rules: readonly string[], call: Call, world: World = {}): Attack {
  return { id, must, rules, call, world };
}

/** The same rules, several calls. */
export function attacks(
  id: string,
  must: Must,
  rules: readonly string[],
  calls: readonly Call[],
  world: World = {},
): readonly Attack[] {
  return calls.map((call) => attack(id, must, rules, call, world));
}
