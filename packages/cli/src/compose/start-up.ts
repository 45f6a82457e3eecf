import type { PermissionMode, Rule } from '@caliban/gate';
import {
  type FileNotice,
  type Settings as FileSettings,
  formatNotice,
  type Locations,
  type ProjectRules,
  type ProjectTrustLevel,
  projectTrustLevel,
  readSettings,
  type Sourced,
  type TrustLevelOptions,
  trustFileIn,
  type WithheldSetting,
} from '@caliban/storage';
import { type Unaccepted, wasTrusted } from '@caliban/storage/trust';
import type { Args } from '../command-line/args.ts';
import { ConfigurationError } from '../command-line/problems.ts';
import { withoutRepeats } from '../output/warnings.ts';
import { refuseMissingWorkspace } from '../paths/refuse-missing-workspace.ts';
import { inspectSettings, settingsOrThrow } from '../policy/load-settings.ts';
import { projectLoosens } from '../policy/project-requests.ts';
import type { Settings } from '../policy/settings.ts';
import { onlyTightens } from '../policy/unaccepted.ts';
import type { Terminal } from '../process/terminal.ts';

/** Everything a session starts from. */
export type StartUp = {
  readonly settings: Settings;
  /** `settings.toml`: models, servers, hooks. */
  readonly files: FileSettings;
  readonly locations: Locations;
  readonly warnings: readonly FileNotice[];
  /** The operator's answer about this project; undefined: not asked yet. */
  readonly answer: ProjectRules | undefined;
  /** What the project's files may do. */
  readonly trustLevel: ProjectTrustLevel;
  /** What the project's own files would allow, by their rules and in auto mode. */
  readonly projectAllows: readonly Rule[];
  /** Only those from rules. */
  readonly projectAllowRules: readonly Rule[];
  /** The command that shows all of them: `perms list` doesn't show those of auto mode. */
  readonly projectAllowsShownBy: string;
  /** The start modes the project sets that are looser than the user's own. */
  readonly projectModes: readonly Sourced<PermissionMode>[];
  /** Earlier content of its files was accepted: they have changed since. */
  readonly wasTrusted: boolean;
  /** This user's own files let no project allow anything, whatever the answer about this one is. */
  readonly onlyTightensAnyway: boolean;
  /** The part of it that hooks and proxies leave out; null: nothing. */
  readonly unaccepted: Unaccepted | null;
  /** An allow rule added to its files wouldn't apply. */
  readonly projectOnlyTightens: boolean;
  /** Its other requests, which aren't granted without the operator's yes. */
  readonly withheld: readonly WithheldSetting[];
};

export type StartUpOptions = Required<TrustLevelOptions>;

/** Reads flags, environment and every file; fails if the start is refused. */
export async function startUp(args: Args, terminal: Terminal, { unanswered }: StartUpOptions): Promise<StartUp> {
  refuseMissingWorkspace(args.text('workspace'), terminal);
  const report = await inspectSettings(args, terminal, { unanswered });
  const settings = settingsOrThrow(report);
  const { locations, loaded, answer, unaccepted } = report;
  const permissions = loaded.policy.ok ? loaded.policy.value.settings : {};
  const trustLevel = projectTrustLevel(permissions, answer ?? null, { unanswered });
  const files = await readSettings(locations, {
    projectIsTrusted: trustLevel.isTrusted,
    wasAsked: answer !== undefined,
  });
  if (!files.settings.ok) throw new ConfigurationError(files.settings.error.map(formatNotice));
  const { allows, byRules, allowsShownBy, modes } = await projectLoosens(locations, loaded);
  return {
    settings,
    files: files.settings.value,
    locations,
    // `settings.toml` is read twice, for its permissions and for the rest.
    warnings: withoutRepeats([...settings.warnings, ...files.warnings]),
    answer,
    trustLevel,
    projectAllows: allows,
    projectAllowRules: byRules,
    projectAllowsShownBy: allowsShownBy,
    projectModes: modes,
    wasTrusted: wasTrusted(trustFileIn(locations), locations.workspace),
    onlyTightensAnyway: permissions.projectRules?.value === 'tighten-only',
    unaccepted,
    projectOnlyTightens: onlyTightens(permissions, { answer, unaccepted, unanswered }),
    withheld: files.withheld,
  };
}
