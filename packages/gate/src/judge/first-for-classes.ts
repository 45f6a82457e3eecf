import { type CallClasses, classesOf, type PartClasses } from '../classes/classes-of.ts';
import type { ToolCall } from '../types/tool-call.ts';
import { type ActionSet, ALLOW, STRICT, type ToolRules } from './rule-index.ts';

/**
 * The first rule below `below` about the class of a part: a deny or ask by what the part touches, an allow by what covers it. Classes are
 * worked out only where some rule asks for one.
 */
export function firstForClasses(
  tool: ToolRules,
  call: ToolCall,
  partOf: (classes: CallClasses) => PartClasses,
  { actions, below }: { readonly actions: ActionSet; readonly below: number },
): number {
  if (!tool.asksForClasses) return below;
  const { touches, covers } = partOf(classesOf(call));
  const strict = tool.firstClass(touches, actions & STRICT, below);
  return tool.firstClass(covers, actions & ALLOW, strict);
}

export function wholeCall(classes: CallClasses): PartClasses {
  return classes.whole();
}
