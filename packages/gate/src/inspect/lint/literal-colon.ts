import type { ArgumentGlob } from '../../types/pattern.ts';
import type { ExampleContext } from '../example-call.ts';
import type { Finding } from '../finding.ts';
import type { Shape } from '../rule-shape.ts';
import { callText, quotedPattern } from './rule-name.ts';

/** `Bash:rm:*`: only programs whose names begin with `rm:`. Between parentheses it is every call of `rm`. */
export function literalColons(shape: Shape, { profiles }: ExampleContext): Finding[] {
  const prefix = claudePrefix(shape);
  const field = prefix === null ? undefined : profiles.get(prefix.tool)?.argument?.field;
  if (prefix === null || field === undefined) return [];
  const { tool, command } = prefix;
  const { rule, position } = shape;
  const exampleCall = { tool, input: { [field]: `${command} x` } };
  const proposal = `${tool}(${command}:*)`;
  const message = `${quotedPattern(rule)} does not match ${callText(exampleCall)}: here the colon stands for itself; write \`${proposal}\``;
  return [{ kind: 'literal-colon', rule, position, severity: 'warning', message, exampleCall, proposals: [proposal] }];
}

/** The text before `:*`, if a prefix must have been meant; `Bash:npm run test:*` makes sense as it is. */
export function claudePrefix({ rule, reaches }: Shape): { readonly tool: string; readonly command: string } | null {
  if (rule.pattern.spelling === 'paren') return null;
  for (const { tool, spec } of reaches) {
    const command = beforeColon(spec.argument);
    if (command !== null && /^[\w./-]+$/.test(command)) return { tool, command };
  }
  return null;
}

function beforeColon(argument: ArgumentGlob | null): string | null {
  if (argument?.kind !== 'text' || argument.anywhere || !argument.glob.text.endsWith(':*')) return null;
  return argument.glob.text.slice(0, -':*'.length);
}
