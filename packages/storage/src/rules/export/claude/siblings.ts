import type { Action, Pattern, Rule } from '@caliban/gate';
import { specFor } from '@caliban/gate/pattern';

/** The rules beside a rule: Claude Code expresses some things only by several rules together. */
export type Siblings = {
  /** Whether there is a rule with this action for this tool and spec. */
  has(action: Action, tool: string, spec: string): boolean;
};

export function siblingsOf(rules: readonly Rule[]): Siblings {
  const written = new Set(
    rules.flatMap(({ action, pattern }) =>
      pattern.tool.alternatives.map(({ text }) => `${action} ${text}:${specText(pattern, text)}`),
    ),
  );
  return { has: (action, tool, spec) => written.has(`${action} ${tool}:${spec}`) };
}

/** As written after a colon; between parentheses a path is spelled as in .gitignore. */
function specText(pattern: Pattern, tool: string): string {
  if (pattern.spelling !== 'paren') return pattern.specText;
  const argument = specFor(pattern, tool)?.argument;
  return argument?.kind === 'path' ? argument.glob.text : '';
}
