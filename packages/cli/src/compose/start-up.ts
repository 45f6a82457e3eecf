import type { Rule } from '@caliban/gate';
import { allowedByProject } from '@caliban/storage/internal/load-rules';
import type { Locations } from '@caliban/storage/internal/locations';
import type { ProjectRules } from '@caliban/storage/internal/rules/rule-file';
import { type FileNotice, formatNotice } from '@caliban/storage/internal/rules/rule-file';
import { readSettings } from '@caliban/storage/internal/settings/read-settings';
import type { Settings as FileSettings } from '@caliban/storage/internal/settings/settings';
import { type ProjectStanding, projectStanding } from '@caliban/storage/internal/trust/project-standing';
import type { Args } from '../args.ts';
import { inspectSettings, settingsOrThrow } from '../load-settings.ts';
import { ConfigurationError } from '../problems.ts';
import type { Settings } from '../settings.ts';
import type { Terminal } from '../terminal.ts';

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
  /** What the project's own files would allow. */
  readonly projectAllows: readonly Rule[];
};

/** Flags, environment and every file; a start that is refused ends here. */
export async function startUp(args: Args, terminal: Terminal): Promise<StartUp> {
  const report = await inspectSettings(args, terminal);
  const settings = settingsOrThrow(report);
  const { locations, loaded, answer } = report;
  const standing = projectStanding(loaded.policy.ok ? loaded.policy.value.settings : {}, answer ?? null);
  const files = await readSettings(locations, { projectIsTrusted: standing.isTrusted });
  if (!files.settings.ok) throw new ConfigurationError(files.settings.error.map(formatNotice));
  return {
    settings,
    files: files.settings.value,
    locations,
    warnings: withoutRepeats([...settings.warnings, ...files.warnings]),
    answer,
    standing,
    projectAllows: allowedByProject(loaded),
  };
}

/** `settings.toml` is read for its permissions and for the rest. */
function withoutRepeats(notices: readonly FileNotice[]): readonly FileNotice[] {
  return [...new Map(notices.map((notice) => [formatNotice(notice), notice])).values()];
}
