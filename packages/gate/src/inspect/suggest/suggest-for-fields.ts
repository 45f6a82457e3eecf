import { TOOL_PROFILES, type ToolCall } from '@caliban/calls';
import { escapeGlob } from '@caliban/calls/globs';
import { pinnedFields } from '../../ask/pinned-fields.ts';
import { matchesFields } from '../../judge/match-fields.ts';
import { type Draft, thatMatch } from './suggestion-draft.ts';

const MAX_VALUE_LENGTH = 60;
const MAX_NAMED = 3;

/** The tool, and the tool with its short fields as they are; a whole server only for tools that just read. */
export function suggestForFields({ tool, input, access }: ToolCall): readonly Draft[] {
  // A tool that has a first argument and was called without one: a pattern has nothing to match.
  if (TOOL_PROFILES.get(tool)?.argument != null) return [];
  const { pinned, open } = pinnedFields(input);
  const isOpen = open.length > 0 ? { isOpen: true as const } : {};
  const server = /^mcp__(?:(?!__).)+__(?=.)/.exec(tool)?.[0];
  const drafts: Draft[] = [];
  if (server !== undefined && access === 'read') {
    drafts.push({ pattern: `${escapeGlob(server)}*`, explanation: 'every tool of this server' });
  }
  drafts.push({ pattern: escapeGlob(tool), explanation: 'every call of this tool', ...isOpen });
  if (pinned.length > 0) {
    const pattern = `${escapeGlob(tool)}:${pinned.join()}`;
    drafts.push({ pattern, explanation: coverage(open), ...isOpen });
  }
  return thatMatch(drafts, tool, (spec) => spec.argument === null && matchesFields(spec.fields, input, 'allow'));
}

/** No pattern can say that there are no other fields. */
function coverage(open: readonly string[]): string {
  const named = open.slice(0, MAX_NAMED).map((key) => `\`${key.slice(0, MAX_VALUE_LENGTH)}\``);
  const more = open.length > MAX_NAMED ? [`${open.length - MAX_NAMED} more`] : [];
  const left = [...named, ...more].join(', ');
  return `with these values, whatever ${left === '' ? '' : `${left} and `}further fields hold`;
}
