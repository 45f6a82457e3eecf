import type { Guard } from '@caliban/adapters';
import {
  absolutePath,
  DEFAULT_RULES,
  NonInteractiveAskHandler,
  openGate,
  parsePattern,
  type Rule,
  RuntimeRuleStore,
} from '@caliban/gate';

/** The gate the other examples share: git and reading notes are fine, rm and erasing them are not; nobody can be asked about the rest. */
export function exampleGuard(): Guard {
  const rules = [
    rule('deny', 'Bash:~rm *', 'use git revert'),
    rule('allow', 'Bash:git *'),
    rule('deny', 'mcp__notes__erase', 'notes are kept'),
    rule('allow', 'mcp__notes__read'),
    ...DEFAULT_RULES,
  ];
  const store = new RuntimeRuleStore(rules);
  const gate = openGate({
    policy: { rules: store, remember: ({ rule }) => void store.add(rule) },
    mode: { mode: 'default' },
    ask: new NonInteractiveAskHandler({ autoAllow: false }),
    log: { record: ({ tool_name, outcome }) => console.log(`log: ${tool_name} ${outcome}`) },
  });
  return { gate, context: { workspace: absolutePath('/repo') } };
}

function rule(action: Rule['action'], text: string, reason?: string): Rule {
  const pattern = parsePattern(text);
  if (!pattern.ok) throw new Error(pattern.error.message);
  return { pattern: pattern.value, action, source: { layer: 'project' }, ...(reason === undefined ? {} : { reason }) };
}
