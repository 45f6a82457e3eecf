import { analyseCommandLine, type CommandLine, TOOL_PROFILES, type ToolCall } from '@caliban/calls';
import { escapeGlob, matchesText } from '@caliban/calls/globs';
import { looksSecret } from '@caliban/calls/text';
import type { Subject, Unit } from '@caliban/calls/types';
import type { Part } from '../../types/verdict.ts';
import { commandPrefixes, isFedFromOutside, narrowPrefix } from './command-prefixes.ts';
import { suggestForRedirect } from './suggest-for-redirect.ts';
import { type Draft, thatMatch } from './suggestion-draft.ts';

type CommandSubject = Extract<Subject, { kind: 'plain-command' | 'command-line' }>;

/** One command of a line at a time: an allow never crosses an operator, so no suggestion contains one. */
export function suggestForCommands(call: ToolCall, subject: CommandSubject, part: Part | undefined): readonly Draft[] {
  if (subject.kind === 'plain-command') return suggestForUnit(call.tool, plainUnit(subject.text));
  const { line } = subject;
  if (line.problems.length > 0) return [];
  switch (part?.kind) {
    case undefined:
      return line.units.slice(0, MAX_UNITS).flatMap((unit) => suggestForUnit(call.tool, unit));
    case 'command':
      return unitsOf(line, part).flatMap((unit) => suggestForUnit(call.tool, unit));
    case 'write':
    case 'read':
      return suggestForRedirect(line, part, call.context);
    case 'assignment':
    case 'line':
      return [];
  }
}

/** No one reads more. */
const MAX_UNITS = 16;

type SuggestedUnit = Pick<Unit, 'text' | 'name' | 'assignments'>;

function plainUnit(text: string): SuggestedUnit {
  return { text, name: text.split(' ', 1)[0] ?? '', assignments: [] };
}

function unitsOf({ units }: CommandLine, { text }: Part): readonly Unit[] {
  const unit = units.find((candidate) => candidate.raw === text || candidate.text === text);
  return unit === undefined ? [] : [unit];
}

function suggestForUnit(tool: string, unit: SuggestedUnit): readonly Draft[] {
  const { text, name, assignments } = unit;
  if (name === null || text === '' || isFedFromOutside(text)) return [];
  const broader = assignments.length > 0 ? [] : commandPrefixes(text);
  const drafts = broader.map((prefix) => prefixDraft(tool, prefix));
  const exact: Draft = { pattern: `${tool}:${literalSpec(tool, text)}`, explanation: 'exactly this command' };
  if (!isUnwieldy(text)) drafts.push(exact);
  else if (broader.length > 0) drafts.push(prefixDraft(tool, narrowPrefix(text)));
  else if (!holdsOtherCommands(text)) drafts.push(exact);

  return thatMatch(drafts, tool, ({ argument, fields }) => {
    if (argument?.kind !== 'text' || argument.anywhere || fields.length > 0) return false;
    return matchesText(argument.glob, text);
  });
}

function prefixDraft(tool: string, prefix: string): Draft {
  const pattern = `${tool}:${literalSpec(tool, prefix)} *`;
  return { pattern, explanation: `\`${prefix}\` with any arguments`, isOpen: true };
}

/** Literal text: a leading `~` would mean "anywhere", and `timeout=5 x` a field of that name. */
function literalSpec(tool: string, text: string): string {
  const escaped = escapeGlob(text);
  const profile = TOOL_PROFILES.get(tool);
  const name = /^([A-Za-z_$][\w$-]*)(?:\.[\w$.-]*)?=/.exec(text)?.[1];
  const misread = text.startsWith('~') || (name !== undefined && profile?.fields.includes(name) === true);
  return misread && profile?.argument != null ? `${profile.argument.field}=${escaped.replaceAll(',', '\\,')}` : escaped;
}

const MAX_EXACT_LENGTH = 300;

/** Not worth keeping literally, or not suitable: it will hardly occur again, or doesn't belong in a file. */
function isUnwieldy(text: string): boolean {
  return text.length > MAX_EXACT_LENGTH || looksSecret(text) || holdsOtherCommands(text);
}

/** A substitution with an operator or a heredoc in it. */
function holdsOtherCommands(text: string): boolean {
  return /[;&|\n]/.test(text) && /[$`<>(]/.test(text) && analyseCommandLine(text).units.length !== 1;
}
