export type { ClaudeAllow } from '../rules/import/claude/claude-allows.ts';
export { claudeAllows } from '../rules/import/claude/claude-allows.ts';
export type { ImportedRule, NotCarriedOver } from '../rules/import/imported.ts';
export { IMPORT_FORMATS } from '../rules/import/imported.ts';
