import { formatPattern, type Rule } from '@caliban/gate';
import type { NotCarriedOver } from '../import/imported.ts';
import { claudePermissions } from './claude-permissions.ts';
import { tomlRules } from './toml-rules.ts';

export const EXPORT_FORMATS = ['toml', 'json', 'claude'] as const;

export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export type Exported = { readonly text: string; readonly notCarriedOver: readonly NotCarriedOver[] };

/** Rules in the order in which they are tried, as canonical TOML, as the same list in JSON, or as Claude Code would say them. */
export function exportRules(rules: readonly Rule[], format: ExportFormat): Exported {
  switch (format) {
    case 'toml':
      return tomlRules(rules);
    case 'json':
      return { text: `${JSON.stringify(rules.map(jsonRule), null, 2)}\n`, notCarriedOver: [] };
    case 'claude': {
      const { permissions, notCarriedOver } = claudePermissions(rules);
      return { text: `${JSON.stringify({ permissions }, null, 2)}\n`, notCarriedOver };
    }
  }
}

function jsonRule({ pattern, action, comment, reason, expiresAt }: Rule): object {
  // JSON leaves out what is undefined.
  return { pattern: formatPattern(pattern), action, comment, reason, expires_at: expiresAt };
}
