import { EVERY_ACTION, NO_RULE, type ToolRules } from './rule-index.ts';

/** The first rule that looks at no argument: for any call of the tool, or at its other fields. */
export function firstForCall(tool: ToolRules, input: unknown): number {
  return tool.firstFields(input, EVERY_ACTION, tool.firstAny(EVERY_ACTION, NO_RULE));
}
