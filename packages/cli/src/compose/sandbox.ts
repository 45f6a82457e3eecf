import { tmpdir } from 'node:os';
import {
  type Backend,
  bubblewrapBackend,
  createSandbox,
  realDisk,
  runtimeBackend,
  type Sandbox,
} from '@caliban/agent/sandbox';
import { absolutePath } from '@caliban/calls';
import { describeVerdict, type Rule, type Verdict } from '@caliban/gate';
import type { ConfinementContext } from '@caliban/gate/confinement';
import { allowsOnlyConfined } from '@caliban/gate/types';
import type { Locations, SandboxMode } from '@caliban/storage';
import { ownDirectories } from '../paths/own-directories.ts';
import { realPath } from '../paths/real-path.ts';
import { FOLDS_CASE } from '../paths/workspace-context.ts';
import type { Settings } from '../policy/settings.ts';

export type SandboxWiring = {
  readonly mode: SandboxMode;
  readonly settings: Settings;
  readonly locations: Locations;
  readonly home: string;
  /** The rules at the time a program is started. */
  readonly rules: () => readonly Rule[];
  /** The rules' verdict on a URL that a command fetches: null, or the reason for a refusal. */
  readonly judgeUrl: (url: string) => string | null;
  readonly warn: (message: string) => void;
};

/** How the programs of a session are started. */
export function composeSandbox({ mode, rules, judgeUrl, warn, ...place }: SandboxWiring): Sandbox {
  const context = confinementContext(place);
  return createSandbox({ mode, rules, context, backends: backendsFor(context, judgeUrl), report: warn });
}

/** The fast backend first; the other is loaded only if rules need something the first can't do, or on macOS. */
export function backendsFor(
  { home, disk: { realPath } }: ConfinementContext,
  judgeUrl: SandboxWiring['judgeUrl'],
): readonly Backend[] {
  return [bubblewrapBackend({ home, realPath }), runtimeBackend({ home, realPath, judgeUrl })];
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

export type ConfinementPlace = Pick<SandboxWiring, 'locations' | 'home'> & {
  readonly settings: Pick<Settings, 'enforcedLayers'>;
};

/** The context for turning rules into a confinement. */
export function confinementContext({ settings, locations, home }: ConfinementPlace): ConfinementContext {
  return {
    workspace: absolutePath(locations.workspace),
    home: absolutePath(home),
    temporary: [absolutePath(tmpdir())],
    ownPaths: ownDirectories(locations),
    enforcedLayers: settings.enforcedLayers,
    foldsCase: FOLDS_CASE,
    disk: realDisk(realPath),
  };
}
