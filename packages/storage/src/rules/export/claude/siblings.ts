import type { Action, Rule } from '@caliban/gate';

/** Which rules stand beside a rule: Claude Code says some things only together. */
export type Siblings = {
  /** Is there a rule of this action for this tool and spec? */
  has(action: Action, tool: string, spec: string): boolean;
};

export function siblingsOf(rules: readonly Rule[]): Siblings {
  const written = new Set(
    rules.flatMap(({ action, pattern: { tool, spelling, specText } }) =>
      spelling === 'colon' ? tool.alternatives.map(({ text }) => `${action} ${text}:${specText}`) : [],
    ),
  );
  return { has: (action, tool, spec) => written.has(`${action} ${tool}:${spec}`) };
}
