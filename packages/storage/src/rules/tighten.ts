import type { Rule } from '@caliban/gate';
import { type FileNotice, formatSource, type PermissionSettings, type RuleFile } from './rule-file.ts';

export type Tightened = { readonly rules: readonly Rule[]; readonly warnings: readonly FileNotice[] };

/**
 * With `project_rules = "tighten-only"` a workspace may deny and ask; what it allows is set aside. Its local file too: a repository
 * can bring one along.
 */
export function tighten(files: readonly RuleFile[], { projectRules }: PermissionSettings): Tightened {
  const rules = files.flatMap((file) => file.rules);
  if (projectRules?.value !== 'tighten-only') return { rules, warnings: [] };

  const because = `${formatSource(projectRules)} says \`project_rules = "tighten-only"\``;
  const warnings = files.flatMap(({ file, rules: own }): FileNotice[] => {
    const count = own.filter(loosens).length;
    if (count === 0) return [];
    return [{ file, message: `what it allows (${count}) is set aside, because ${because}` }];
  });
  return { rules: rules.filter((rule) => !loosens(rule)), warnings };
}

function loosens({ action, source }: Rule): boolean {
  return action === 'allow' && (source.layer === 'local' || source.layer === 'project');
}
