import type { PermissionSettings, ProjectRules } from '../rules/rule-file.ts';

/** What a project's files may do. */
export type ProjectStanding = {
  /** For rules and for auto mode's lists. */
  readonly rules: ProjectRules;
  /** Its settings may say what runs: servers, hooks, providers. Needs a yes; nobody's silence is one. */
  readonly isTrusted: boolean;
};

/** The stricter of what the settings say about every project and what the operator answered about this one; null: he was not asked. */
export function projectStanding({ projectRules }: PermissionSettings, answer: ProjectRules | null): ProjectStanding {
  if (projectRules?.value === 'tighten-only' || answer === 'tighten-only') {
    return { rules: 'tighten-only', isTrusted: false };
  }
  return { rules: 'use', isTrusted: answer === 'use' };
}
