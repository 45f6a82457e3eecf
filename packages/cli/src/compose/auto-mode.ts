import { resolve } from 'node:path';
import { compileStaticLists, type StaticLists } from '@caliban/gate/classify';
import { AUTO_MODE_LISTS } from '@caliban/gate/defaults';
import {
  type AutoModeFile,
  combineAutoMode,
  type FileNotice,
  formatNotice,
  type Locations,
  type ProjectRules,
  readAutoModeFiles,
} from '@caliban/storage';
import { ConfigurationError } from '../command-line/problems.ts';
import { FOLDS_CASE } from '../paths/workspace-context.ts';

export type AutoMode = {
  readonly staticLists: StaticLists;
  /** Lines for the classifier's prompt. */
  readonly environment: readonly string[];
  /** By one of the files. */
  readonly isSwitchedOff: boolean;
  readonly warnings: readonly FileNotice[];
};

export type AutoModeInput = {
  readonly locations: Locations;
  /** `--auto-mode-config`, relative to `cwd`. */
  readonly explicit: string | undefined;
  readonly cwd: string;
  readonly projectRules: ProjectRules | undefined;
  /** Its facts for the classifier's prompt are used only if the operator trusts the project. */
  readonly projectIsTrusted: boolean;
};

/** The lists of `auto-mode.toml` and the curated ones behind `$defaults`, ready for use. */
export async function composeAutoMode(input: AutoModeInput): Promise<AutoMode> {
  const { locations, explicit, cwd, projectRules } = input;
  const { files, warnings } = await readAutoModeFiles(locations, {
    explicit: explicit === undefined ? undefined : resolve(cwd, explicit),
  });
  if (!files.ok) throw new ConfigurationError(files.error.map(formatNotice));
  const heard = input.projectIsTrusted ? files.value : files.value.map(withoutProjectNotes);
  const { lists, ...others } = combineAutoMode(heard, { defaults: AUTO_MODE_LISTS, projectRules });
  return { staticLists: compileStaticLists(lists, { foldPaths: FOLDS_CASE }), ...others, warnings };
}

function withoutProjectNotes(file: AutoModeFile): AutoModeFile {
  return file.layer === 'project' ? { ...file, environment: [] } : file;
}
