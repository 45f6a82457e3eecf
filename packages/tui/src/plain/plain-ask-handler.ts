import { type Answer, type AskHandler, parsePattern, type Question, type RuleBook, type Scope } from '@caliban/gate';
import { isOneOfSeveral } from '@caliban/gate/internal/filter/because-text';
import { untilAborted } from '@caliban/gate/internal/signals/until-aborted';
import { visible } from '@caliban/gate/internal/text/visible';
import { type AskedPart, askedParts, askingParts } from '../ask/asked-parts.ts';
import { LAYER_OF, savedText, unheardBecause } from '../ask/unheard.ts';
import { quoted } from '../ask/why-lines.ts';
import { SCOPES } from '../fields/rule-form.ts';
import type { EditPreview } from '../ports.ts';
import { choose } from './choose.ts';
import type { PlainConsole } from './plain-console.ts';
import { questionLines } from './question-lines.ts';

/** Questions as numbered lines. Only what is typed after a question has been printed answers it. */
export class PlainAskHandler implements AskHandler {
  readonly #console: PlainConsole;
  readonly #preview: EditPreview;
  readonly #book: () => RuleBook;

  /** `book`: the rules right now, to tell which parts of a line lack one. */
  constructor(console: PlainConsole, preview: EditPreview, book: () => RuleBook) {
    this.#console = console;
    this.#preview = preview;
    this.#book = book;
  }

  async ask(question: Question, signal: AbortSignal): Promise<Answer> {
    signal.throwIfAborted();
    return untilAborted(this.#answer(question, signal), signal);
  }

  async #answer(question: Question, signal: AbortSignal): Promise<Answer> {
    const asking = askingParts(question, this.#book());
    const lines = await questionLines(question, asking, this.#preview);
    // What was told before it is still on its way, and would stand in the midst of the question.
    await new Promise(setImmediate);
    for (const line of lines) this.#console.print(line);
    const suggestions = askedParts(question, asking).flatMap(forPart);
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
    const always = await this.#always(question, { action: chosen.action, suggestions }, signal);
    return always ?? { kind: 'once', action: 'deny', by: 'operator' };
  }

  async #always(question: Question, { action, suggestions }: Always, signal: AbortSignal): Promise<Answer | null> {
    const suggestion = await choose(this.#console, {
      title: `always ${action} what?`,
      choices: suggestions,
      name: ({ pattern, covers }) => `${visible(pattern)} (${covers})`,
      signal,
    });
    if (suggestion === null) return null;
    const scope = await choose(this.#console, {
      title: 'where does it hold?',
      choices: SCOPES,
      name: (each) => scopeName(each, question),
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
    this.#console.print(savedText(rule, scope, question));
    return { kind: 'always', rule, scope, by: 'operator' };
  }

  /** Null when nobody is there any more. */
  async #line(question: string, signal: AbortSignal): Promise<string | null> {
    this.#console.ask(question);
    return (await this.#console.nextLine(signal))?.trim() ?? null;
  }
}

type Always = { readonly action: 'allow' | 'deny'; readonly suggestions: readonly Offered[] };

/** A pattern, and in words what it covers. */
type Offered = { readonly pattern: string; readonly covers: string };

/** The narrowest first; of a line of several commands each says which one it is for. */
function forPart({ part, suggestions }: AskedPart): readonly Offered[] {
  const where = isOneOfSeveral(part) ? `part ${part.number} of ${part.of}, ${quoted(part.text)}: ` : '';
  return suggestions
    .toReversed()
    .map(({ pattern, explanation }) => ({ pattern, covers: where + visible(explanation) }));
}

const ANSWERS = [
  { kind: 'once', action: 'allow', name: 'allow once', letter: 'o' },
  { kind: 'always', action: 'allow', name: 'always allow', letter: 'y' },
  { kind: 'once', action: 'deny', name: 'reject once', letter: 'r' },
  { kind: 'always', action: 'deny', name: 'always reject', letter: 'n' },
] as const;

/** "Always" needs a rule that would be heard; none allows writes to caliban's own files. */
function answersTo({ verdict }: Question, suggestions: readonly unknown[]): readonly (typeof ANSWERS)[number][] {
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

function scopeName(scope: Scope, question: Question): string {
  const unheard = unheardBecause(question, scope);
  return unheard === null ? SCOPE_NAMES[scope] : `${SCOPE_NAMES[scope]}; ${unheard}`;
}
