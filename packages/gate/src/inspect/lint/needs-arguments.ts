import { literalText } from '@caliban/calls/globs';
import { visible } from '@caliban/calls/text';
import { compileRules } from '../../judge/rule-book.ts';
import { type ActionSet, actionBit, NO_RULE } from '../../judge/rule-index.ts';
import type { ArgumentGlob } from '../../types/pattern.ts';
import type { ExampleContext } from '../example-call.ts';
import type { Finding } from '../finding.ts';
import type { Shape } from '../rule-shape.ts';
import { quotedPattern } from './rule-name.ts';

/** `Bash:ls *` needs the blank: `ls` alone doesn't match, unless another rule with this action covers it. */
export function needsArguments(shapes: readonly Shape[], { profiles }: ExampleContext): Finding[] {
  const index = compileRules(
    shapes.map(({ rule }) => rule),
    { profiles },
  );
  const isMet = (tool: string, command: string, actions: ActionSet) => {
    const rules = index.forTool(tool);
    return rules.firstText(command, {}, actions, rules.firstAny(actions, NO_RULE)) < NO_RULE;
  };
  return shapes.flatMap(({ rule, position, reaches }): Finding[] => {
    const [reach, ...others] = reaches;
    if (reach === undefined || others.length > 0 || rule.pattern.spelling !== 'colon') return [];
    const command = reach.spec.fields.length > 0 ? null : bareCommand(reach.spec.argument);
    if (command === null || isMet(reach.tool, command, actionBit(rule.action))) return [];
    const proposal = `${reach.tool}(${command} *)`;
    const message = `${quotedPattern(rule)} does not match \`${visible(command)}\` alone; \`${visible(proposal)}\` matches both`;
    return [{ kind: 'needs-arguments', rule, position, severity: 'info', message, proposal }];
  });
}

/** The text before the only wildcard, ` *` at the end. Between parentheses other characters would mean something else. */
function bareCommand(argument: ArgumentGlob | null): string | null {
  if (argument?.kind !== 'text' || argument.anywhere || !/^[^\\()]+ \*$/.test(argument.glob.text)) return null;
  const [head, tail, ...others] = argument.glob.segments;
  const isOneStar = typeof head === 'string' && tail === '' && others.length === 0;
  return isOneStar && literalText(argument.glob) === null ? head.trimEnd() : null;
}
