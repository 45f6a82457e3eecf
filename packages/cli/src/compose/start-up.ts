import type { PermissionMode, Rule } from '@caliban/gate';
import { visible } from '@caliban/gate/internal/text/visible';
import { allowedByProject, modesByProject } from '@caliban/storage/internal/load-rules';
import type { Locations } from '@caliban/storage/internal/locations';
import {
  type FileNotice,
  formatNotice,
  type ProjectRules,
  type Sourced,
} from '@caliban/storage/internal/rules/rule-file';
import { readAutoModeFiles } from '@caliban/storage/internal/settings/auto-mode-file';
import { readSettings } from '@caliban/storage/internal/settings/read-settings';
import type { SetAside } from '@caliban/storage/internal/settings/set-aside';
import type { Settings as FileSettings } from '@caliban/storage/internal/settings/settings';
import { type ProjectStanding, projectStanding } from '@caliban/storage/internal/trust/project-standing';
import type { Args } from '../command-line/args.ts';
import { ConfigurationError } from '../command-line/problems.ts';
import { withoutRepeats } from '../output/warnings.ts';
import { refuseMissingWorkspace } from '../places/refuse-missing-workspace.ts';
import { inspectSettings, settingsOrThrow } from '../policy/load-settings.ts';
import type { Settings } from '../policy/settings.ts';
import type { Terminal } from '../process/terminal.ts';

/** Everything a session starts from. */
export type StartUp = {
  readonly settings: Settings;
  /** `settings.toml`: models, servers, hooks. */
  readonly files: FileSettings;
  readonly locations: Locations;
  readonly warnings: readonly FileNotice[];
  /** What the operator has answered about this project; undefined: nobody has asked him yet. */
  readonly answer: ProjectRules | undefined;
  /** What the project's files may do. */
  readonly standing: ProjectStanding;
  /** What the project's own files would allow, by their rules and in auto mode. */
  readonly projectAllows: readonly Rule[];
  /** Where the operator reads them all: no list of `perms` holds those of auto mode. */
  readonly projectAllowsShownBy: string;
  /** Where they would have a session start, as far as that is looser than what his own files say. */
  readonly projectModes: readonly Sourced<PermissionMode>[];
  /** What they ask for besides, and do not get as long as nobody has said yes. */
  readonly setAside: readonly SetAside[];
};

/** Flags, environment and every file; a start that is refused ends here. */
export async function startUp(args: Args, terminal: Terminal): Promise<StartUp> {
  refuseMissingWorkspace(args.text('workspace'), terminal);
  const report = await inspectSettings(args, terminal);
  const settings = settingsOrThrow(report);
  const { locations, loaded, answer } = report;
  const standing = projectStanding(loaded.policy.ok ? loaded.policy.value.settings : {}, answer ?? null);
  const files = await readSettings(locations, {
    projectIsTrusted: standing.isTrusted,
    wasAsked: answer !== undefined,
  });
  if (!files.settings.ok) throw new ConfigurationError(files.settings.error.map(formatNotice));
  const byRules = allowedByProject(loaded);
  const inAutoMode = await allowedInAutoMode(locations);
  return {
    settings,
    files: files.settings.value,
    locations,
    // `settings.toml` is read for its permissions and for the rest.
    warnings: withoutRepeats([...settings.warnings, ...files.warnings]),
    answer,
    standing,
    projectAllows: [...byRules, ...inAutoMode],
    projectAllowsShownBy: [...(byRules.length === 0 ? [] : ['`caliban perms list`']), ...filesOf(inAutoMode)].join(
      ' and ',
    ),
    projectModes: modesByProject(loaded),
    setAside: files.setAside,
  };
}

/** Files that do not load are refused when auto mode is put together. */
async function allowedInAutoMode(locations: Locations): Promise<readonly Rule[]> {
  const { files } = await readAutoModeFiles(locations);
  const entries = files.ok
    ? files.value.flatMap(({ layer, lists }) => (layer === 'project' ? (lists.allow ?? []) : []))
    : [];
  return entries.flatMap((entry): readonly Rule[] =>
    entry.kind === 'pattern'
      ? [{ pattern: entry.pattern, action: 'allow', source: entry.source, comment: 'in auto mode' }]
      : [],
  );
}

function filesOf(rules: readonly Rule[]): readonly string[] {
  return [...new Set(rules.flatMap(({ source }) => source.file ?? []))].map(visible);
}
