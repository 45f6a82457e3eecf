import {
  type AskHandler,
  type AuditEntry,
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
import type { Guard } from '../../src/sdks/check-call.ts';

/** A real gate with a few rules before the built-in ones, and what it has logged. */
export function exampleGuard(
  lines: readonly string[],
  askHandler: AskHandler = new NonInteractiveAskHandler({ autoAllow: false }),
): { guard: Guard; log: AuditEntry[] } {
  const store = new RuntimeRuleStore([...lines.map(rule), ...DEFAULT_RULES]);
  const mode = new SharedPermissionMode({ mode: 'default', latched: false });
  const { classifier } = autoClassifier({
    disabled: true,
    staticLists: () => null,
    digest: (text) => text,
    model: null,
  });
  const log: AuditEntry[] = [];
  const gate = createGate({
    judge: (call) => judge(store.book, call),
    modeFilter: createModeFilter({ mode, classifier }),
    askHandler,
    remember: () => {},
    record: (entry) => void log.push(entry),
    mode: () => mode.current,
  });
  return { guard: { gate, surroundings: { workspace: absolutePath('/repo') } }, log };
}

/** `deny Bash:rm *` */
function rule(line: string): Rule {
  const [, action, text] = /^(allow|deny|ask) (.+)$/.exec(line) ?? [];
  const pattern = parsePattern(text ?? '');
  if (!pattern.ok) throw new Error(pattern.error.message);
  return { pattern: pattern.value, action: action as Rule['action'], source: { layer: 'user' } };
}
