import { userInfo } from 'node:os';
import { isAbsolute, resolve } from 'node:path';
import type { HostCall } from '@caliban/adapters/internal/hosts/host-adapter';
import { PAST_HOSTS } from '@caliban/adapters/internal/hosts/past-calls';
import type { AbsolutePath, ToolCall } from '@caliban/gate';
import { describeCall } from '@caliban/gate/internal/describe/describe-call';
import { absolutePath } from '@caliban/gate/internal/text/path';
import type { Shell } from '@caliban/gate/internal/types/tool-call';
import { HISTORY_AGENTS, type HistoryAgent, type PastCall } from '@caliban/storage/internal/histories/past-call';
import { realPath } from '../places/real-path.ts';
import { type World, worldAt } from '../places/surroundings.ts';
import type { Terminal } from '../process/terminal.ts';

/** A call of a history, described where it was made. */
export type DescribedPastCall = { readonly call: ToolCall; readonly world: World };

/** Describes past calls as the hook of their agent would, with the directory and workspace of each call. */
export class PastCallReader {
  readonly #terminal: Pick<Terminal, 'cwd' | 'env' | 'home'>;
  readonly #shells: ReadonlyMap<HistoryAgent, Shell | undefined>;
  readonly #worlds = new Map<string, World>();
  readonly #realPaths = new Map<AbsolutePath, AbsolutePath>();

  /** The same files come again and again, and most of them are asked for several times in one call. */
  readonly #realPath: (path: AbsolutePath) => AbsolutePath = (path) => {
    const known = this.#realPaths.get(path);
    if (known !== undefined) return known;
    if (this.#realPaths.size >= MAX_PATHS) this.#realPaths.clear();
    const real = realPath(path);
    this.#realPaths.set(path, real);
    return real;
  };

  constructor(terminal: Pick<Terminal, 'cwd' | 'env' | 'home'>) {
    this.#terminal = terminal;
    this.#shells = shellsOf(terminal);
  }

  /** One for most calls; a patch touches several files. */
  describe(past: PastCall): readonly DescribedPastCall[] {
    const here = past.cwd !== undefined && isAbsolute(past.cwd) ? resolve(past.cwd) : this.#terminal.cwd;
    const world = this.#worldAt(here);
    return callsOf(past).map(({ cwd, shell = this.#shells.get(past.agent), ...call }) => ({
      world,
      call: describeCall({
        ...call,
        surroundings: {
          ...world.surroundings,
          ...(cwd === undefined ? {} : { cwd: absolutePath(resolve(here, cwd)) }),
          ...(shell === undefined ? {} : { shell }),
        },
        origin: { sessionId: past.session },
      }),
    }));
  }

  #worldAt(cwd: string): World {
    const known = this.#worlds.get(cwd);
    if (known !== undefined) return known;
    if (this.#worlds.size >= MAX_WORLDS) this.#worlds.clear();
    const found = worldAt({ cwd }, this.#terminal);
    const world = { ...found, surroundings: { ...found.surroundings, realPath: this.#realPath } };
    this.#worlds.set(cwd, world);
    return world;
  }
}

const MAX_WORLDS = 1_000;
const MAX_PATHS = 20_000;

/** The log has our own names. */
function callsOf({ agent, tool, input }: PastCall): readonly HostCall[] {
  return agent === 'log' ? [{ tool, input }] : PAST_HOSTS[agent].calls({ tool, input });
}

function shellsOf({ home, env }: Pick<Terminal, 'env' | 'home'>): ReadonlyMap<HistoryAgent, Shell | undefined> {
  return new Map(
    HISTORY_AGENTS.map((agent) => [
      agent,
      agent === 'log' ? undefined : PAST_HOSTS[agent].adapter.shell?.({ home, env, loginShell }),
    ]),
  );
}

function loginShell(): string | undefined {
  try {
    return userInfo().shell ?? undefined;
  } catch {
    return undefined;
  }
}
