import type { ToolCall } from '@caliban/calls';
import { visible } from '@caliban/calls/text';
import { neededPeopleText } from '../filter/needed-people.ts';
import { formatPattern } from '../pattern/format-pattern.ts';
import type { Answer } from '../types/answer.ts';
import type { PermissionMode } from '../types/permission-mode.ts';
import type { Rule } from '../types/rule.ts';
import type { Because, Part, Verdict } from '../types/verdict.ts';

/** The message to the model when rules or mode deny: what was refused and why, so that it doesn't just try again. */
export function denyMessage(call: ToolCall, { because }: Verdict): string {
  return messageFor(call, because);
}

/** The message to the model when the answer to a question is no. */
export function rejectMessage(call: ToolCall, answer: Answer): string {
  switch (answer.kind) {
    case 'always':
      return ruleMessage(call, answer.rule, undefined);
    case 'once':
      if (answer.message !== undefined && answer.message !== '') return answer.message;
      return `the operator rejected this ${visible(call.tool)} call`;
  }
}

function messageFor(call: ToolCall, because: Because): string {
  switch (because.kind) {
    case 'rule':
      return ruleMessage(call, because.rule, because.part);
    case 'no-rule':
    case 'harmless':
      return `no rule allows this ${visible(call.tool)} call`;
    case 'opaque':
      return `this ${visible(call.tool)} call is refused: ${visible(because.problem)}; write it as simpler commands`;
    case 'own-file':
      return `this ${visible(call.tool)} call writes caliban's own ${visible(because.file)}, which is the operator's to change`;
    case 'mode':
      return modeMessage(call, because.mode);
    case 'classifier':
      return `auto mode refused this ${visible(call.tool)} call: ${visible(because.opinion.reason)}`;
    case 'typed':
      return `this ${visible(call.tool)} call of the operator is refused`;
    case 'not-confined':
      return `this ${visible(call.tool)} call is refused, because it may run only confined by the kernel, and ${visible(because.problem)}`;
    case 'needs-people':
      return `this ${visible(call.tool)} call is refused: ${neededPeopleText(because.people)}`;
    case 'fault':
      return `the permission check failed, so the call was refused: ${visible(because.message)}`;
  }
}

/** The operator's own words if there are any; the comment is for people and left out. */
function ruleMessage(call: ToolCall, { pattern, reason }: Rule, part: Part | undefined): string {
  if (reason !== undefined && reason !== '') return reason;
  const where = part === undefined || part.of === 1 ? '' : ` (in part ${part.number} of ${part.of})`;
  return `this ${visible(call.tool)} call is denied by the rule \`${visible(formatPattern(pattern))}\`${where}`;
}

function modeMessage(call: ToolCall, mode: PermissionMode): string {
  if (mode !== 'plan') return `${mode} mode refuses this ${visible(call.tool)} call`;
  return `plan mode is read-only: ${visible(call.tool)} is refused until plan mode is left`;
}
