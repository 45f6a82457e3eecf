import type { Layer, Rule } from '@caliban/gate';
import {
  type FileNotice,
  formatSource,
  type PermissionSettings,
  type ProjectRules,
  type RuleFile,
} from '../rules/rule-file.ts';
import { isOfProject, looserModes } from './looser-modes.ts';
import type { SettingsGroup } from './merge-settings.ts';

export type Tightened = {
  readonly groups: readonly SettingsGroup[];
  /**
   * The layers whose denies also override asks of the workspace's rules: without this, a mode could answer such an ask with yes.
   */
  readonly enforcedLayers: readonly Layer[];
  readonly warnings: readonly FileNotice[];
};

export type Tightening = {
  readonly settings: PermissionSettings;
  /** The operator's answer about this project. */
  readonly answer?: ProjectRules | undefined;
  /** How the project's rules apply without an answer. */
  readonly unanswered?: ProjectRules | undefined;
};

/**
 * A workspace that may only tighten can deny and ask. Its allows are withheld, and so is a mode that edits without asking or is
 * looser than the user's own. This includes its local file, which a repository can bring along.
 */
export function tighten(groups: readonly SettingsGroup[], tightening: Tightening): Tightened {
  const because = whyTighten(tightening);
  if (because === null) return { groups, enforcedLayers: [], warnings: [] };

  const all = groups.flatMap(({ files }) => files);
  const looser = looserModes(all);
  const isLoose = (mode: StartMode): mode is NonNullable<StartMode> =>
    mode !== undefined && (editsUnasked(mode) || looser.includes(mode));
  const asks = all.some(({ rules }) =>
    rules.some(({ action, source }) => action === 'ask' && isOfProject(source.layer)),
  );
  return {
    groups: groups.map(({ layer, files }) => ({ layer, files: files.map((file) => tightened(file, isLoose)) })),
    enforcedLayers: asks ? ['user'] : [],
    warnings: all.flatMap((file) => setAside(file, isLoose, because)),
  };
}

type StartMode = PermissionSettings['defaultMode'];
type IsLoose = (mode: StartMode) => mode is NonNullable<StartMode>;

function setAside(
  { file, rules, settings: { defaultMode } }: RuleFile,
  isLoose: IsLoose,
  because: string,
): FileNotice[] {
  const notices: FileNotice[] = [];
  const count = rules.filter(loosens).length;
  if (count > 0) notices.push({ file, message: `its allow rules (${count}) do not apply, because ${because}` });
  if (isLoose(defaultMode)) {
    const message = `\`default_mode = "${defaultMode.value}"\` does not apply, because ${because}`;
    notices.push({ file, line: defaultMode.line, message });
  }
  return notices;
}

function tightened(file: RuleFile, isLoose: IsLoose): RuleFile {
  const { defaultMode, ...others } = file.settings;
  return {
    ...file,
    rules: file.rules.filter((rule) => !loosens(rule)),
    settings: isLoose(defaultMode) ? others : file.settings,
  };
}

/** A project rule that lets the agent do something. */
export function loosens({ action, source }: Rule): boolean {
  return action === 'allow' && isOfProject(source.layer);
}

function editsUnasked({ value, layer }: NonNullable<StartMode>): boolean {
  return value === 'acceptEdits' && isOfProject(layer);
}

/** Settings come first; the answer can only tighten further. */
function whyTighten({ settings: { projectRules }, answer, unanswered }: Tightening): string | null {
  if (projectRules?.value === 'tighten-only') {
    return `${formatSource(projectRules)} says \`project_rules = "tighten-only"\``;
  }
  switch (answer ?? unanswered ?? 'tighten-only') {
    case 'use':
      return null;
    case 'tighten-only':
      return answer === undefined
        ? 'you have not accepted it yet; `caliban trust` shows it and accepts it'
        : 'you chose that for this project';
  }
}
