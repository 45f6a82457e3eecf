import { absolutePath, type CallContext, describeCall, type ToolCall } from '@caliban/calls';
import { parsePattern } from '../../src/pattern/parse-pattern.ts';
import type { Action, Layer, Rule } from '../../src/types/rule.ts';

/** `allow Bash:git *` as a rule. */
export function rule(text: string, layer: Layer = 'project'): Rule {
  const [action, ...rest] = text.split(' ');
  const pattern = parsePattern(rest.join(' '));
  if (!pattern.ok) throw new Error(`\`${rest.join(' ')}\`: ${pattern.error.message}`);
  return { pattern: pattern.value, action: action as Action, source: { layer } };
}

export function rules(...texts: readonly string[]): Rule[] {
  return texts.map((text, index) => ({
    ...rule(text),
    source: { layer: 'project', file: 'permissions.toml', line: index + 1 },
  }));
}

export const REPO: CallContext = { workspace: absolutePath('/repo'), home: absolutePath('/home/me') };

export function call(tool: string, input: unknown, context: CallContext = REPO): ToolCall {
  return describeCall({ tool, input, context });
}

export function bash(command: string): ToolCall {
  return call('Bash', { command });
}
