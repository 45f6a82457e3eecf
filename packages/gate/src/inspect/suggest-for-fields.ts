import { TOOL_PROFILES } from '../describe/tool-profiles.ts';
import { matchesFields, scalarText } from '../judge/match-fields.ts';
import { escapeGlob } from '../text/text-glob.ts';
import type { ToolCall } from '../types/tool-call.ts';
import { looksSecret } from './looks-secret.ts';
import { type Draft, thatMatch } from './suggestion-draft.ts';

const LONGEST_VALUE = 60;
const MOST_FIELDS = 4;

/** The tool, and the tool with its short fields as they are; a whole server only for what merely reads. */
export function suggestForFields({ tool, input, access }: ToolCall): readonly Draft[] {
  // A tool that has a first argument and was called without one: nothing to hold a pattern against.
  if (TOOL_PROFILES.get(tool)?.argument != null) return [];
  const server = /^mcp__(?:(?!__).)+__(?=.)/.exec(tool)?.[0];
  const drafts: Draft[] = [];
  if (server !== undefined && access === 'read') {
    drafts.push({ pattern: `${escapeGlob(server)}*`, explanation: 'every tool of this server' });
  }
  drafts.push({ pattern: escapeGlob(tool), explanation: 'every call of this tool' });
  const fields = pinnedFields(input);
  if (fields.length > 0) {
    drafts.push({ pattern: `${escapeGlob(tool)}:${fields.join()}`, explanation: 'only with these values' });
  }
  return thatMatch(drafts, tool, (spec) => spec.argument === null && matchesFields(spec.fields, input, 'allow'));
}

function pinnedFields(input: unknown): readonly string[] {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return [];
  const fields = Object.entries(input).flatMap(([key, value]) => {
    const text = scalarText(value);
    if (text === null || text === '' || text.length > LONGEST_VALUE || !/^[A-Za-z_$][\w$-]*$/.test(key)) return [];
    return looksSecret(`${key}=${text}`) ? [] : [`${key}=${escapeGlob(text).replaceAll(',', '\\,')}`];
  });
  return fields.slice(0, MOST_FIELDS);
}
