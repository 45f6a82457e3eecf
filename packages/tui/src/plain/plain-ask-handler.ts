import {
  type Answer,
  type AskHandler,
  parsePattern,
  type Question,
  type Scope,
  type Suggestion,
  suggestPatterns,
} from '@caliban/gate';
import { untilAborted } from '@caliban/gate/internal/signals/until-aborted';
import { visible } from '@caliban/gate/internal/text/visible';
import { LAYER_OF } from '../ask/unheard.ts';
import { SCOPES } from '../fields/rule-form.ts';
import type { EditPreview } from '../ports.ts';
import { choose } from './choose.ts';
import type { PlainConsole } from './plain-console.ts';
import { questionLines } from './question-lines.ts';

/** Questions as numbered lines. Only what is typed after a question has been printed answers it. */
export class PlainAskHandler implements AskHandler {
  readonly #console: PlainConsole;
  readonly #preview: EditPreview;

  constructor(console: PlainConsole, preview: EditPreview) {
    this.#console = console;
    this.#preview = preview;
  }

  async ask(question: Question, signal: AbortSignal): Promise<Answer> {
    signal.throwIfAborted();
    return untilAborted(this.#answer(question, signal), signal);
  }

  async #answer(question: Question, signal: AbortSignal): Promise<Answer> {
    const lines = await questionLines(question, this.#preview);
    // What was told before it is still on its way, and would stand in the midst of the question.
    await new Promise(setImmediate);
    for (const line of lines) this.#console.print(line);
    const suggestions = suggestPatterns(question.call);
    await this.#console.discardTyped();
    signal.throwIfAborted();
    const chosen = await choose(this.#console, {
      title: 'your answer:',
      choices: answersTo(question, suggestions),
      name: ({ name }) => name,
      letter: ({ letter }) => letter,
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
      title: 'where does it hold?',
      choices: SCOPES,
      name: (each) => SCOPE_NAMES[each],
      signal,
    });
    const pattern = parsePattern(suggestion.pattern);
    if (scope === null || !pattern.ok) return null;
    const comment = await this.#line('a comment for people (return for none): ', signal);
    const reason = action === 'deny' ? await this.#line('what the model reads (return for none): ', signal) : '';
    if (comment === null || reason === null) return null;
    const rule = {
      pattern: pattern.value,
      action,
      source: { layer: LAYER_OF[scope] },
      ...(comment === '' ? {} : { comment }),
      ...(reason === '' ? {} : { reason }),
    };
    return { kind: 'always', rule, scope, by: 'operator' };
  }

  /** Null when nobody is there any more. */
  async #line(question: string, signal: AbortSignal): Promise<string | null> {
    this.#console.ask(question);
    return (await this.#console.nextLine(signal))?.trim() ?? null;
  }
}

const ANSWERS = [
  { kind: 'once', action: 'allow', name: 'allow once', letter: 'o' },
  { kind: 'always', action: 'allow', name: 'always allow', letter: 'y' },
  { kind: 'once', action: 'deny', name: 'reject once', letter: 'r' },
  { kind: 'always', action: 'deny', name: 'always reject', letter: 'n' },
] as const;

/** "Always" needs a rule that would be heard; none allows writes to caliban's own files. */
function answersTo({ verdict }: Question, suggestions: readonly Suggestion[]): readonly (typeof ANSWERS)[number][] {
  const isOwnFile = verdict.because.kind === 'own-file';
  return ANSWERS.filter(
    ({ kind, action }) => kind === 'once' || (suggestions.length > 0 && !(isOwnFile && action === 'allow')),
  );
}

const SCOPE_NAMES: Readonly<Record<Scope, string>> = {
  session: 'this session',
  local: 'this workspace, for me alone (local file)',
  project: 'this project, for everybody who works on it (project file)',
  user: 'everything I do (user file)',
};
