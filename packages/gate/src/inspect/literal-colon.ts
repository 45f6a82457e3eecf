import { visible } from '../text/visible.ts';
import type { ArgumentGlob } from '../types/pattern.ts';
import type { World } from './example-call.ts';
import type { Finding } from './finding.ts';
import { callText, quotedPattern } from './rule-name.ts';
import type { Shape } from './rule-shape.ts';

/** `Bash(rm:*)`: to Claude Code every call of `rm`, here only of programs whose names begin with `rm:`. */
export function literalColons(shape: Shape, { profiles }: World): Finding[] {
  const prefix = claudePrefix(shape);
  const field = prefix === null ? undefined : profiles.get(prefix.tool)?.argument?.field;
  if (prefix === null || field === undefined) return [];
  const { tool, command } = prefix;
  const { rule, position } = shape;
  const exampleCall = { tool, input: { [field]: `${command} x` } };
  const proposals = [`${tool}:${command}`, `${tool}:${command} *`];
  const instead = proposals.map((pattern) => `\`${visible(pattern)}\``).join(' and ');
  const ifMeant = command.includes(' ') ? `, or \`${tool}:${visible(command)}:*\` if the colon is meant` : '';
  const message = `${quotedPattern(rule)} does not match ${callText(exampleCall)}: here the colon stands for itself; write ${instead}${ifMeant}`;
  return [{ kind: 'literal-colon', rule, position, severity: 'warning', message, exampleCall, proposals }];
}

/** What stands before `:*`, where a prefix must have been meant; `Bash:npm run test:*` has a sense of its own. */
export function claudePrefix({ rule, reaches }: Shape): { readonly tool: string; readonly command: string } | null {
  const isMeant = rule.pattern.spelling === 'paren' ? /^[\w./-][^*?\\]*$/ : /^[\w./-]+$/;
  for (const { tool, spec } of reaches) {
    const command = beforeColon(spec.argument);
    if (command !== null && isMeant.test(command)) return { tool, command };
  }
  return null;
}

function beforeColon(argument: ArgumentGlob | null): string | null {
  if (argument?.kind !== 'text' || argument.anywhere || !argument.glob.text.endsWith(':*')) return null;
  return argument.glob.text.slice(0, -':*'.length);
}
