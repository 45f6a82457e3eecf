import type { Action, Pattern, Rule } from '@caliban/gate';
import { specFor } from '@caliban/gate/pattern';

/** Which rules stand beside a rule: Claude Code says some things only together. */
export type Siblings = {
  /** Is there a rule of this action for this tool and spec? */
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

/** As it would be written behind a colon; between parens a path is spelt as in .gitignore. */
function specText(pattern: Pattern, tool: string): string {
  if (pattern.spelling !== 'paren') return pattern.specText;
  const argument = specFor(pattern, tool)?.argument;
  return argument?.kind === 'path' ? argument.glob.text : '';
}
