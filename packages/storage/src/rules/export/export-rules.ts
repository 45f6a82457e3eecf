import { visibleJson } from '@caliban/calls/text';
import { formatPattern, type Rule } from '@caliban/gate';
import { formatRuleFile, formatSettings, isWritable } from '../format-toml.ts';
import type { NotCarriedOver } from '../import/imported.ts';
import type { PermissionSettings } from '../rule-file.ts';
import { toWritten, writtenFields } from '../written-rule.ts';
import { claudePermissions } from './claude-permissions.ts';
import type { EXPORT_FORMATS } from './export-formats.ts';

export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export type Exported = { readonly text: string; readonly notCarriedOver: readonly NotCarriedOver[] };

/**
 * Rules in the order in which they are tried: as canonical TOML with the settings above them, as the same list in JSON, or in
 * Claude Code's form.
 */
export function exportRules(rules: readonly Rule[], format: ExportFormat, settings: PermissionSettings = {}): Exported {
  const settingLines = formatSettings(settings);
  switch (format) {
    case 'toml':
      return {
        text: writable(formatRuleFile(settings, rules.map(toWritten))),
        notCarriedOver: rules.flatMap(brokenTexts),
      };
    case 'json': {
      const list = rules.map((rule) => Object.fromEntries(fieldsOf(rule)));
      const text = `${visibleJson(JSON.stringify(list, null, 2))}\n`;
      return { text, notCarriedOver: settingLines.map(lostSetting) };
    }
    case 'claude': {
      const { permissions, notCarriedOver } = claudePermissions(rules);
      const text = `${visibleJson(JSON.stringify({ permissions }, null, 2))}\n`;
      return { text, notCarriedOver: [...notCarriedOver, ...settingLines.map(lostSetting)] };
    }
  }
}

/** A lone surrogate isn't a character, and TOML can't contain it. */
function writable(text: string): string {
  return text.replaceAll(/\p{Surrogate}/gu, '\ufffd');
}

function brokenTexts(rule: Rule): readonly NotCarriedOver[] {
  return fieldsOf(rule)
    .filter(([, value]) => typeof value === 'string' && !isWritable(value))
    .map(([key]) => ({
      what: `${key} of \`${formatPattern(rule.pattern)}\``,
      why: 'it contains half a character, written as \ufffd',
    }));
}

function fieldsOf(rule: Rule): ReturnType<typeof writtenFields> {
  return writtenFields(toWritten(rule));
}

function lostSetting(line: string): NotCarriedOver {
  return { what: `\`${line}\``, why: 'only rules have a place there; --format toml keeps it' };
}
