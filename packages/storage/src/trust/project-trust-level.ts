import type { PermissionSettings, ProjectRules } from '../rules/rule-file.ts';

/** What a project's files may do. */
export type ProjectTrustLevel = {
  /** For rules and for auto mode's lists. */
  readonly rules: ProjectRules;
  /** Its settings may choose what runs: servers, hooks, providers. Needs a yes; no answer isn't one. */
  readonly isTrusted: boolean;
};

export type TrustLevelOptions = {
  /**
   * How the rules apply while this user hasn't answered about these files. `use` is for a session that asks or warns first, and for
   * commands that only show rules. Everything else may only tighten.
   */
  readonly unanswered?: ProjectRules | undefined;
};

/** The stricter of the settings about every project and this user's answer about this one; null: no answer yet. */
export function projectTrustLevel(
  { projectRules }: PermissionSettings,
  answer: ProjectRules | null,
  { unanswered = 'tighten-only' }: TrustLevelOptions = {},
): ProjectTrustLevel {
  const rules = projectRules?.value === 'tighten-only' ? 'tighten-only' : (answer ?? unanswered);
  return { rules, isTrusted: rules === 'use' && answer === 'use' };
}
