import { tmpdir } from 'node:os';
import {
  type Backend,
  bubblewrapBackend,
  createSandbox,
  type MaskedSecret,
  realDisk,
  runtimeBackend,
  type Sandbox,
} from '@caliban/agent/sandbox';
import { type AbsolutePath, absolutePath } from '@caliban/calls';
import { describeVerdict, type Rule, type Verdict } from '@caliban/gate';
import type { AddedDirectory, ConfinementContext } from '@caliban/gate/confinement';
import { allowsOnlyConfined } from '@caliban/gate/types';
import { type Locations, locate, type SandboxMode } from '@caliban/storage';
import { ownDirectories } from '../paths/own-directories.ts';
import { ownKeys } from '../paths/own-keys.ts';
import { realPath } from '../paths/real-path.ts';
import { FOLDS_CASE } from '../paths/workspace-context.ts';
import type { Settings } from '../policy/settings.ts';

export type SandboxWiring = {
  readonly mode: SandboxMode;
  readonly settings: Settings;
  readonly locations: Locations;
  readonly home: string;
  /** `--add-dir` and `/add-dir`, as they are when a program is started. */
  readonly added?: () => readonly AbsolutePath[];
  /** The rules at the time a program is started. */
  readonly rules: () => readonly Rule[];
  /** The rules' verdict on a URL that a command fetches: null, or the reason for a refusal. */
  readonly judgeUrl: (url: string) => string | null;
  readonly secrets: readonly MaskedSecret[];
  readonly warn: (message: string) => void;
};

/** How the programs of a session are started. */
export function composeSandbox({ mode, rules, judgeUrl, secrets, warn, ...place }: SandboxWiring): Sandbox {
  const context = confinementContext(place);
  return createSandbox({ mode, rules, context, backends: backendsFor(context, { judgeUrl, secrets }), report: warn });
}

/** The fast backend first; the other is loaded only if rules need something the first can't do, or on macOS. */
export function backendsFor(
  { home, disk: { realPath } }: ConfinementContext,
  { judgeUrl, secrets }: Pick<SandboxWiring, 'judgeUrl' | 'secrets'>,
): readonly Backend[] {
  const place = { home, realPath, secrets };
  return [bubblewrapBackend(place), runtimeBackend({ ...place, judgeUrl })];
}

/** Null: no rule in a file forbids it. The built-in rules only say when a tool is asked about. */
export function urlProblem(verdict: Verdict): string | null {
  const { action, because } = verdict;
  const isBuiltIn = because.kind === 'no-rule' || (because.kind === 'rule' && because.rule.source.layer === 'builtin');
  return action === 'allow' || isBuiltIn ? null : describeVerdict(verdict);
}

/** Whether rules that only allow confined runs apply in a session. Tested only if it matters. */
export async function canConfine(sandbox: Sandbox, { settings }: Pick<SandboxWiring, 'settings'>): Promise<boolean> {
  return settings.rules.some(allowsOnlyConfined) && (await sandbox.problem()) === null;
}

export type ConfinementPlace = Pick<SandboxWiring, 'locations' | 'home' | 'added'> & {
  readonly settings: Pick<Settings, 'enforcedLayers'>;
};

/** The context for turning rules into a confinement. */
export function confinementContext({ settings, locations, home, added }: ConfinementPlace): ConfinementContext {
  return {
    workspace: absolutePath(locations.workspace),
    added: added === undefined ? undefined : withOwnPaths(added, locations),
    home: absolutePath(home),
    // Where it leads at the start: a program may change a link.
    temporary: [realPath(absolutePath(tmpdir()))],
    ownPaths: ownDirectories(locations),
    ownKeys: ownKeys(locations),
    enforcedLayers: settings.enforcedLayers,
    foldsCase: FOLDS_CASE,
    disk: realDisk(realPath),
  };
}

/** caliban's own files in a directory are looked up once, as those of the workspace are. */
function withOwnPaths(added: () => readonly AbsolutePath[], { env, home }: Locations): () => readonly AddedDirectory[] {
  const known = new Map<AbsolutePath, AddedDirectory>();
  return () =>
    added().map((path) => {
      const ownPaths =
        known.get(path)?.ownPaths ?? ownDirectories(locate({ env, home, cwd: path, exists: () => false }));
      const directory = { path, ownPaths };
      known.set(path, directory);
      return directory;
    });
}
