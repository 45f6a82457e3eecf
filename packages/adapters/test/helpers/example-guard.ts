import { absolutePath } from '@caliban/calls';
import {
  type AskHandler,
  type AuditEntry,
  DEFAULT_RULES,
  NonInteractiveAskHandler,
  openGate,
  parsePattern,
  type Rule,
  RuntimeRuleStore,
} from '@caliban/gate';
import type { Guard } from '../../src/sdks/check-call.ts';

/** A real gate with a few rules before the built-in ones, and what it has logged. */
export function exampleGuard(
  lines: readonly string[],
  askHandler: AskHandler = new NonInteractiveAskHandler({ autoAllow: false }),
): { guard: Guard; log: AuditEntry[] } {
  const store = new RuntimeRuleStore([...lines.map(rule), ...DEFAULT_RULES]);
  const log: AuditEntry[] = [];
  const gate = openGate({
    policy: { rules: store },
    mode: {},
    ask: askHandler,
    log: { record: (entry) => void log.push(entry) },
  });
  return { guard: { gate, context: { workspace: absolutePath('/repo') } }, log };
}

/** `deny Bash:rm *` */
function rule(line: string): Rule {
  const [, action, text] = /^(allow|deny|ask) (.+)$/.exec(line) ?? [];
  const pattern = parsePattern(text ?? '');
  if (!pattern.ok) throw new Error(pattern.error.message);
  return { pattern: pattern.value, action: action as Rule['action'], source: { layer: 'user' } };
}
