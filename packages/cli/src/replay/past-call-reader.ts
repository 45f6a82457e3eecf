import { userInfo } from 'node:os';
import { isAbsolute, resolve } from 'node:path';
import { HOSTS, type HostAdapter, type HostCall } from '@caliban/adapters';
import { type AbsolutePath, absolutePath, describeCall, type ToolCall } from '@caliban/calls';
import type { Shell } from '@caliban/calls/types';
import type { HistoryAgent, PastCall } from '@caliban/storage/histories';
import { realPath } from '../paths/real-path.ts';
import { type WorkspaceContext, workspaceContextAt } from '../paths/workspace-context.ts';
import type { Terminal } from '../process/terminal.ts';

/** A call from a history, described for the place where it was made. */
export type DescribedPastCall = { readonly call: ToolCall; readonly world: WorkspaceContext };

type Adapters = ReadonlyMap<HistoryAgent, HostAdapter>;

/** Describes past calls as the hook of their agent would, with the directory and workspace of each call. */
export class PastCallReader {
  readonly #terminal: Pick<Terminal, 'cwd' | 'env' | 'home'>;
  readonly #adapters: Adapters;
  readonly #shells: ReadonlyMap<HistoryAgent, Shell | undefined>;
  readonly #worlds = new Map<string, WorkspaceContext>();
  readonly #realPaths = new Map<AbsolutePath, AbsolutePath>();

  /** The same files recur, and most of them are looked up several times per call. */
  readonly #realPath: (path: AbsolutePath) => AbsolutePath = (path) => {
    const known = this.#realPaths.get(path);
    if (known !== undefined) return known;
    if (this.#realPaths.size >= MAX_PATHS) this.#realPaths.clear();
    const real = realPath(path, { realParent: this.#realPath });
    this.#realPaths.set(path, real);
    return real;
  };

  private constructor(terminal: Pick<Terminal, 'cwd' | 'env' | 'home'>, adapters: Adapters) {
    const { home, env } = terminal;
    this.#terminal = terminal;
    this.#adapters = adapters;
    this.#shells = new Map(
      [...adapters].map(([agent, adapter]) => [agent, adapter.shell?.({ home, env, loginShell })]),
    );
  }

  static async load(terminal: Pick<Terminal, 'cwd' | 'env' | 'home'>): Promise<PastCallReader> {
    const adapters = Object.values(HOSTS).map(async ({ history, loadAdapter }) =>
      history === undefined ? [] : [[history.format, await loadAdapter()] as const],
    );
    return new PastCallReader(terminal, new Map((await Promise.all(adapters)).flat()));
  }

  /** One for most calls; a patch touches several files. */
  describe(past: PastCall): readonly DescribedPastCall[] {
    const here = past.cwd !== undefined && isAbsolute(past.cwd) ? resolve(past.cwd) : this.#terminal.cwd;
    const world = this.#workspaceContextAt(here);
    return this.#callsOf(past).map(({ cwd, shell = this.#shells.get(past.agent), ...call }) => ({
      world,
      call: describeCall({
        ...call,
        context: {
          ...world.context,
          ...(cwd === undefined ? {} : { cwd: absolutePath(resolve(here, cwd)) }),
          ...(shell === undefined ? {} : { shell }),
        },
        origin: { sessionId: past.session },
      }),
    }));
  }

  /** The log uses our own names. */
  #callsOf({ agent, tool, input }: PastCall): readonly HostCall[] {
    return this.#adapters.get(agent)?.readPast?.({ tool, input }) ?? [{ tool, input }];
  }

  #workspaceContextAt(cwd: string): WorkspaceContext {
    const known = this.#worlds.get(cwd);
    if (known !== undefined) return known;
    if (this.#worlds.size >= MAX_WORLDS) this.#worlds.clear();
    const found = workspaceContextAt({ cwd }, this.#terminal);
    const world = { ...found, context: { ...found.context, realPath: this.#realPath } };
    this.#worlds.set(cwd, world);
    return world;
  }
}

const MAX_WORLDS = 1_000;
const MAX_PATHS = 20_000;

function loginShell(): string | undefined {
  try {
    return userInfo().shell ?? undefined;
  } catch {
    return undefined;
  }
}
