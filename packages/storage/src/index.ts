// The public names, listed one by one; anything else is internal. The other packages of this repository also use the subpaths in
// package.json, each defined in src/exports. packages/storage/README.md describes each name.

// decision log
export type { AuditFilter } from './audit/read/audit-filter.ts';
export type { AuditStats } from './audit/read/audit-stats.ts';
export { AuditTally } from './audit/read/audit-stats.ts';
export type { FollowQuery } from './audit/read/follow-audit.ts';
export { followAudit } from './audit/read/follow-audit.ts';
export { auditHeader, formatAudit } from './audit/read/format-audit.ts';
export type { AuditLine, LoggedEntry } from './audit/read/logged-entry.ts';
export { parseWhen } from './audit/read/parse-when.ts';
export type { AuditQuery } from './audit/read/read-audit.ts';
export { readAudit } from './audit/read/read-audit.ts';
export type { AuditLog, AuditLogOptions } from './audit/write/audit-log.ts';
export { AuditLogError, openAuditLog } from './audit/write/audit-log.ts';
// loading
export type { LoadedPolicy, LoadedRules, LoadOptions } from './layers/load-rules.ts';
export { allowedByProject, loadRules } from './layers/load-rules.ts';
export type { FileLayer, LayerFiles, LocationInput, Locations } from './layers/locations.ts';
export { locate } from './layers/locations.ts';
// changing
export { addRule, editRule, moveRule, removeRule } from './rules/change-rules.ts';
export type { RuleChoice, RulePlace } from './rules/choose-rule.ts';
export type { FieldChanges } from './rules/edit/rule-edit.ts';
// other forms
export type { Exported, ExportFormat } from './rules/export/export-rules.ts';
export { exportRules } from './rules/export/export-rules.ts';
export type { ImportOptions } from './rules/import/import-rules.ts';
export { importRules } from './rules/import/import-rules.ts';
export type { Imported, ImportFormat, ImportProblem } from './rules/import/imported.ts';
export type { FileReport } from './rules/read/read-layer.ts';
export type { ChangeProblem, RuleChange } from './rules/rewrite-rules.ts';
export type { FileNotice, PermissionSettings, ProjectRules, RuleFile, Sourced } from './rules/rule-file.ts';
export { formatNotice } from './rules/rule-file.ts';
export type { WrittenRule } from './rules/written-rule.ts';
// settings
export type { LoadedAutoMode } from './settings/auto-mode-file.ts';
export { readAutoModeFiles } from './settings/auto-mode-file.ts';
export type { AutoModeList, AutoModeLists } from './settings/combine-auto-mode.ts';
export { combineAutoMode } from './settings/combine-auto-mode.ts';
export { expandVariables } from './settings/expand-variables.ts';
export type { AutoModeEntry, AutoModeFile } from './settings/parse-auto-mode-file.ts';
export type { LoadedSettings, ReadSettingsOptions } from './settings/read-settings.ts';
export { readSettings } from './settings/read-settings.ts';
export type {
  AgentSettings,
  HookSetting,
  McpServer,
  ModelReference,
  ModelSettings,
  Provider,
  SandboxMode,
  SandboxSettings,
  SecretSetting,
  Settings,
  TuiSettings,
} from './settings/settings.ts';
export type { WithheldSetting } from './settings/withheld-settings.ts';
// trust
export type { ProjectFile } from './trust/project-files.ts';
export { readProjectFiles } from './trust/project-files.ts';
export type { ProjectContent, TrustAnswer } from './trust/project-trust.ts';
export {
  carryTrust,
  projectFingerprint,
  rememberTrust,
  trustFileIn,
  trustOf,
} from './trust/project-trust.ts';
export type { ProjectTrustLevel, TrustLevelOptions } from './trust/project-trust-level.ts';
export { projectTrustLevel } from './trust/project-trust-level.ts';
