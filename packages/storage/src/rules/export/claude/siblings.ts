import { type Action, formatPattern, type Rule } from '@caliban/gate';

/** Which rules stand beside a rule: Claude Code says some things only together. */
export type Siblings = {
  /** Is there a rule of this action for this tool and spec? */
  has(action: Action, tool: string, spec: string): boolean;
};

export function siblingsOf(rules: readonly Rule[]): Siblings {
  const written = new Set(rules.map(({ action, pattern }) => `${action} ${colonSpelling(formatPattern(pattern))}`));
  return { has: (action, tool, spec) => written.has(`${action} ${tool}:${spec}`) };
}

function colonSpelling(pattern: string): string {
  const mark = pattern.search(/[:(]/);
  return mark === -1 || pattern[mark] === ':' ? pattern : `${pattern.slice(0, mark)}:${pattern.slice(mark + 1, -1)}`;
}
