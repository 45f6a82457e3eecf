import { allowsOnlyConfined } from '../../types/rule.ts';
import type { Finding } from '../finding.ts';
import type { Shape } from '../rule-shape.ts';
import { quotedPattern } from './rule-name.ts';

/** `confined = true` on a rule that isn't about commands: caliban itself reads files and fetches pages. */
export function neverConfined({ rule, position, reaches }: Shape): Finding[] {
  if (!allowsOnlyConfined(rule) || reaches.some(({ kind }) => kind === 'command')) return [];
  const message = `${quotedPattern(rule)} allows nothing: only commands run confined; remove \`confined\`, or name commands (\`Bash:…\`)`;
  return [{ kind: 'never-matches', rule, position, severity: 'warning', message, exampleCall: null }];
}
