import type { Guard } from '@caliban/adapters';
import {
  absolutePath,
  autoClassifier,
  createGate,
  createModeFilter,
  DEFAULT_RULES,
  judge,
  NonInteractiveAskHandler,
  parsePattern,
  type Rule,
  RuntimeRuleStore,
  SharedPermissionMode,
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
  const mode = new SharedPermissionMode({ mode: 'default', latched: false });
  const { classifier } = autoClassifier({
    disabled: true,
    staticLists: () => null,
    digest: (text) => text,
    model: null,
  });
  const gate = createGate({
    judge: (call) => judge(store.book, call),
    modeFilter: createModeFilter({ mode, classifier }),
    askHandler: new NonInteractiveAskHandler({ autoAllow: false }),
    remember: ({ rule }) => void store.add(rule),
    record: ({ tool_name, outcome }) => console.log(`log: ${tool_name} ${outcome}`),
    mode: () => mode.current,
  });
  return { gate, surroundings: { workspace: absolutePath('/repo') } };
}

function rule(action: Rule['action'], text: string, reason?: string): Rule {
  const pattern = parsePattern(text);
  if (!pattern.ok) throw new Error(pattern.error.message);
  return { pattern: pattern.value, action, source: { layer: 'project' }, ...(reason === undefined ? {} : { reason }) };
}
