import {
  type Answer,
  type AskHandler,
  describeVerdict,
  parsePattern,
  type Question,
  type Scope,
  type Suggestion,
  suggestPatterns,
} from '@caliban/gate';
import { visible } from '@caliban/gate/internal/text/visible';
import { callSummary } from '../session/call-summary.ts';
import { choose } from './choose.ts';
import type { PlainConsole } from './plain-console.ts';

/** Questions as numbered lines. Only what is typed after a question has been printed answers it. */
export class PlainAskHandler implements AskHandler {
  readonly #console: PlainConsole;

  constructor(console: PlainConsole) {
    this.#console = console;
  }

  ask(question: Question, signal: AbortSignal): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) {
        reject(signal.reason);
        return;
      }
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      this.#answer(question, signal).then(resolve, reject);
    });
  }

  async #answer(question: Question, signal: AbortSignal): Promise<Answer> {
    const { call, verdict } = question;
    this.#console.print('');
    this.#console.print(`question: ${visible(call.tool)} ${callSummary(call.input)}`);
    this.#console.print(`because ${describeVerdict(verdict)}`);
    const suggestions = suggestPatterns(call);
    await this.#console.discardTyped();
    const chosen = await choose(this.#console, {
      title: 'your answer:',
      choices: suggestions.length === 0 ? ANSWERS.filter(({ kind }) => kind === 'once') : ANSWERS,
      name: ({ name }) => name,
      signal,
    });
    if (chosen === null || chosen.kind === 'once') {
      return { kind: 'once', action: chosen?.action ?? 'deny', by: 'operator' };
    }
    return (await this.#always(chosen.action, suggestions, signal)) ?? { kind: 'once', action: 'deny', by: 'operator' };
  }

  async #always(
    action: 'allow' | 'deny',
    suggestions: readonly Suggestion[],
    signal: AbortSignal,
  ): Promise<Answer | null> {
    const narrowFirst = [...suggestions].reverse();
    const suggestion = await choose(this.#console, {
      title: `always ${action} what?`,
      choices: narrowFirst,
      name: ({ pattern, explanation }) => `${visible(pattern)} (${visible(explanation)})`,
      signal,
    });
    if (suggestion === null) return null;
    const scope = await choose(this.#console, {
      title: 'for how long?',
      choices: SCOPES,
      name: (each) => SCOPE_NAMES[each],
      signal,
    });
    const pattern = parsePattern(suggestion.pattern);
    if (scope === null || !pattern.ok) return null;
    const rule = {
      pattern: pattern.value,
      action,
      source: { layer: scope === 'session' ? 'runtime' : scope },
    } as const;
    return { kind: 'always', rule, scope, by: 'operator' };
  }
}

const ANSWERS = [
  { kind: 'once', action: 'allow', name: 'allow once' },
  { kind: 'always', action: 'allow', name: 'always allow' },
  { kind: 'once', action: 'deny', name: 'reject once' },
  { kind: 'always', action: 'deny', name: 'always reject' },
] as const;

const SCOPES: readonly Scope[] = ['session', 'local', 'project', 'user'];

const SCOPE_NAMES: Readonly<Record<Scope, string>> = {
  session: 'this session',
  local: 'this workspace, for me alone (local file)',
  project: 'this project, for everybody who works on it (project file)',
  user: 'everything I do (user file)',
};
