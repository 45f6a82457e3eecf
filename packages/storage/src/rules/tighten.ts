import type { Rule } from '@caliban/gate';
import {
  type FileNotice,
  formatSource,
  type PermissionSettings,
  type ProjectRules,
  type RuleFile,
} from './rule-file.ts';

export type Tightened = { readonly rules: readonly Rule[]; readonly warnings: readonly FileNotice[] };

export type Tightening = {
  readonly settings: PermissionSettings;
  /** What the operator answered about this project. */
  readonly answer?: ProjectRules | undefined;
};

/**
 * With `project_rules = "tighten-only"` a workspace may deny and ask; what it allows is set aside. Its local file too: a repository
 * can bring one along.
 */
export function tighten(files: readonly RuleFile[], { settings, answer }: Tightening): Tightened {
  const rules = files.flatMap((file) => file.rules);
  const because = whyTighten(settings, answer);
  if (because === null) return { rules, warnings: [] };

  const warnings = files.flatMap(({ file, rules: own }): FileNotice[] => {
    const count = own.filter(loosens).length;
    if (count === 0) return [];
    return [{ file, message: `what it allows (${count}) is set aside, because ${because}` }];
  });
  return { rules: rules.filter((rule) => !loosens(rule)), warnings };
}

/** A rule by which a repository lets the agent do something. */
export function loosens({ action, source }: Rule): boolean {
  return action === 'allow' && (source.layer === 'local' || source.layer === 'project');
}

/** The files have the say; the answer can only add to it. */
function whyTighten({ projectRules }: PermissionSettings, answer: ProjectRules | undefined): string | null {
  if (projectRules?.value === 'tighten-only') {
    return `${formatSource(projectRules)} says \`project_rules = "tighten-only"\``;
  }
  return answer === 'tighten-only' ? 'you chose that for this project' : null;
}
