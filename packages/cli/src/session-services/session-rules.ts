import type { RuleDraft } from '@caliban/agent/session';
import type { Result } from '@caliban/calls';
import { fail, ok } from '@caliban/calls/types';
import { parsePattern, type Rule, type RuntimeRuleStore } from '@caliban/gate';
import type { ChangeHistory, Changing } from './change-history.ts';

/** The session's own rules: every change applies to the very next call. */
export class SessionRules {
  readonly #runtime: RuntimeRuleStore;
  readonly #history: ChangeHistory;

  constructor(runtime: RuntimeRuleStore, history: ChangeHistory) {
    this.#runtime = runtime;
    this.#history = history;
  }

  async add(draft: RuleDraft): Changing {
    const rule = sessionRule(draft);
    if (!rule.ok) return rule;
    const added = this.#runtime.add(rule.value);
    this.#takenBackBy(() => this.#runtime.remove(added));
    return ok({ done: 'Added to this session; in effect now' });
  }

  async edit(rule: Rule, draft: RuleDraft): Changing {
    const changed = sessionRule(draft);
    if (!changed.ok) return changed;
    this.#runtime.remove(rule);
    const added = this.#runtime.add(changed.value);
    this.#takenBackBy(() => {
      this.#runtime.remove(added);
      this.#runtime.add(rule);
    });
    return ok({ done: 'Changed; in effect now' });
  }

  async remove(rule: Rule): Changing {
    this.#runtime.remove(rule);
    this.#takenBackBy(() => this.#runtime.add(rule));
    return ok({ done: 'Removed; in effect now' });
  }

  #takenBackBy(undo: () => void): void {
    this.#history.push(async () => {
      undo();
      return ok({ done: 'Taken back' });
    });
  }
}

function sessionRule({ pattern, action, comment, reason }: RuleDraft): Result<Rule, string> {
  const parsed = parsePattern(pattern);
  if (!parsed.ok) return fail(`column ${parsed.error.column}: ${parsed.error.message}`);
  return ok({
    pattern: parsed.value,
    action,
    source: { layer: 'runtime' },
    ...(comment === undefined ? {} : { comment }),
    ...(reason === undefined || action !== 'deny' ? {} : { reason }),
  });
}
