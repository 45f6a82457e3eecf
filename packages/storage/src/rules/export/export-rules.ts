import { formatPattern, type Rule } from '@caliban/gate';
import { visibleJson } from '@caliban/gate/internal/text/visible-json';
import { formatSettings } from '../format-toml.ts';
import type { NotCarriedOver } from '../import/imported.ts';
import type { PermissionSettings } from '../rule-file.ts';
import { claudePermissions } from './claude-permissions.ts';
import { tomlRules } from './toml-rules.ts';

export const EXPORT_FORMATS = ['toml', 'json', 'claude'] as const;

export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export type Exported = { readonly text: string; readonly notCarriedOver: readonly NotCarriedOver[] };

/**
 * Rules in the order in which they are tried, as canonical TOML with the settings above them, as the same list in JSON, or
 * as Claude Code would say them.
 */
export function exportRules(rules: readonly Rule[], format: ExportFormat, settings: PermissionSettings = {}): Exported {
  const settingLines = formatSettings(settings);
  switch (format) {
    case 'toml':
      return tomlRules(rules, settingLines);
    case 'json': {
      const text = `${visibleJson(JSON.stringify(rules.map(jsonRule), null, 2))}\n`;
      return { text, notCarriedOver: settingLines.map(lostSetting) };
    }
    case 'claude': {
      const { permissions, notCarriedOver } = claudePermissions(rules);
      const text = `${visibleJson(JSON.stringify({ permissions }, null, 2))}\n`;
      return { text, notCarriedOver: [...notCarriedOver, ...settingLines.map(lostSetting)] };
    }
  }
}

function lostSetting(line: string): NotCarriedOver {
  return { what: `\`${line}\``, why: 'only rules have a place there; --format toml keeps it' };
}

function jsonRule({ pattern, action, comment, reason, expiresAt }: Rule): object {
  // JSON leaves out what is undefined.
  return { pattern: formatPattern(pattern), action, comment, reason, expires_at: expiresAt };
}
