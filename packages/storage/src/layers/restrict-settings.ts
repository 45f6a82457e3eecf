import type { FileNotice, PermissionSettings, Sourced } from '../rules/rule-file.ts';
import type { FileLayer } from './locations.ts';
import { isMild, MILD_MODES } from './looser-modes.ts';

export type RestrictedSettings = { readonly settings: PermissionSettings; readonly warnings: readonly FileNotice[] };

/** Files of a repository may tighten settings. They may not loosen them or change the operator's log. */
export function restrictSettings(layer: FileLayer, settings: PermissionSettings): RestrictedSettings {
  if (layer === 'managed' || layer === 'user') return { settings, warnings: [] };
  const { defaultMode, auditLog, auditMaxBytes, auditKeep, projectRules, ...kept } = settings;
  const warnings: FileNotice[] = [];
  const refuse = ({ file, line }: Sourced<unknown>, what: string, remedy: string) => {
    warnings.push({ file, line, message: `${what} is ignored in a ${layer} file; ${remedy}` });
  };

  const modeIsMild = defaultMode === undefined || isMild(defaultMode.value);
  if (!modeIsMild) refuse(defaultMode, `\`default_mode = "${defaultMode.value}"\``, `write ${MILD_MODES.join(', ')}`);
  const logStays = auditLog?.value !== false;
  if (!logStays) refuse(auditLog, '`audit_log = false`', ELSEWHERE);
  if (auditMaxBytes !== undefined) refuse(auditMaxBytes, '`audit_max_bytes`', ELSEWHERE);
  if (auditKeep !== undefined) refuse(auditKeep, '`audit_keep`', ELSEWHERE);
  if (projectRules !== undefined) refuse(projectRules, '`project_rules`', ELSEWHERE);
  return {
    settings: {
      ...kept,
      ...(defaultMode !== undefined && modeIsMild && { defaultMode }),
      ...(auditLog !== undefined && logStays && { auditLog }),
    },
    warnings,
  };
}

const ELSEWHERE = 'write it in your own permissions.toml';
