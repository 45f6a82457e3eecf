import { visible } from '@caliban/calls/text';
import { isRecord } from '@caliban/calls/types';
import type { LearnedRule } from '@caliban/gate/learn';
import { isAction } from '@caliban/gate/types';
import type { Locations } from '@caliban/storage';
import { evidenceText } from '../learn/show-learned.ts';
import { diffOfLearned, type LearnTarget, writeLearned } from '../learn/write-learned.ts';
import { locationsAt } from '../paths/locations-at.ts';
import type { Terminal } from '../process/terminal.ts';
import { targetOf } from '../rules/writing.ts';
import { type OwnRun, ownJson } from './own-program.ts';
import type { Outcomes, SuggestedRule, Suggestions } from './page-types.ts';
import { shortPaths } from './short-paths.ts';

export type SuggestionScope = Suggestions['scope'];

export type SuggestionPlace = { readonly project: string; readonly scope: SuggestionScope };

/** What `perms learn` proposes. It is kept until the next request, so that only rules with evidence can be accepted. */
export class LearnedRules {
  readonly #run: OwnRun;
  readonly #terminal: Terminal;
  readonly #known = new Map<string, { readonly at: number; readonly learned: Promise<Learned> }>();

  constructor(run: OwnRun, terminal: Terminal) {
    this.#run = run;
    this.#terminal = terminal;
  }

  async look(place: SuggestionPlace): Promise<Suggestions> {
    const { rules, refused, reading, preview, file } = await this.#learned(place);
    return {
      ...place,
      reading: reading.map(visible),
      rules: rules.map(shown),
      refused: refused.slice(0, MAX_REFUSED),
      preview,
      file: shortPaths(this.#terminal.home)(file),
    };
  }

  /** The lines that accepting these would write. */
  async diff(place: SuggestionPlace, patterns: ReadonlySet<string>): Promise<readonly string[]> {
    const rules = await this.#chosen(place, patterns);
    return (diffOfLearned(rules, this.#target(place)) ?? []).map(visible);
  }

  /** How many were written. */
  async accept(place: SuggestionPlace, patterns: ReadonlySet<string>): Promise<number> {
    const rules = await this.#chosen(place, patterns);
    const { after, before } = await writeLearned(rules, this.#target(place));
    this.#known.clear();
    return after.length - before.length;
  }

  async #chosen(place: SuggestionPlace, patterns: ReadonlySet<string>): Promise<readonly LearnedRule[]> {
    const { rules } = await this.#learned(place);
    const chosen = rules.filter(({ pattern }) => patterns.has(pattern));
    // Rules that limit a wider one are added with it.
    const needed = new Set(chosen.flatMap(({ needs }) => needs));
    return rules.filter((rule) => chosen.includes(rule) || needed.has(rule.pattern));
  }

  #target({ project, scope }: SuggestionPlace): LearnTarget {
    const locations: Locations = locationsAt({ workspace: project }, this.#terminal);
    return { target: targetOf(locations, scope), locations };
  }

  #learned({ project, scope }: SuggestionPlace): Promise<Learned> {
    const key = `${scope} ${project}`;
    const known = this.#known.get(key);
    if (known !== undefined && performance.now() - known.at < FRESH_MS) return known.learned;
    const words = [
      'perms',
      'learn',
      '--json',
      '--dry-run',
      '--workspace',
      project,
      ...(scope === 'user' ? ['--user'] : []),
    ];
    const learned = ownJson(words, this.#run).then(readLearned);
    this.#known.set(key, { at: performance.now(), learned });
    learned.catch(() => this.#known.delete(key));
    return learned;
  }
}

const FRESH_MS = 60_000;
const MAX_REFUSED = 30;

type Learned = Pick<Suggestions, 'reading' | 'refused' | 'preview' | 'file'> & {
  readonly rules: readonly LearnedRule[];
};

function readLearned(json: unknown): Learned {
  const { rules, refused, reading, preview, file } = json as Readonly<Record<string, unknown>>;
  const lists = (value: unknown) => (Array.isArray(value) ? value.filter(isRecord) : []);
  return {
    rules: lists(rules).flatMap((rule) => learnedRule(rule) ?? []),
    refused: lists(refused).map(({ pattern, witness, because }) => ({
      pattern: visible(String(pattern)),
      witness: visible(String(witness)),
      why: whyRefused(because),
    })),
    reading: Array.isArray(reading) ? reading.map(String) : [],
    preview: isRecord(preview)
      ? { calls: Number(preview.calls), before: preview.before as Outcomes, after: preview.after as Outcomes }
      : null,
    file: String(file),
  };
}

function whyRefused(because: unknown): string {
  if (!isRecord(because)) return '';
  if (because.kind === 'class') return `@${String(because.class)}`;
  return because.kind === 'rejected' ? 'someone rejected it' : 'a rule of yours stops it';
}

function learnedRule({
  pattern,
  action,
  explanation,
  evidence,
  needs,
}: Readonly<Record<string, unknown>>): LearnedRule | null {
  if (typeof pattern !== 'string' || !isAction(action) || !isRecord(evidence)) return null;
  const { last, ...counts } = evidence;
  const time = typeof last === 'string' ? Date.parse(last) : 0;
  return {
    pattern,
    action,
    explanation: String(explanation ?? ''),
    evidence: { ...(counts as Omit<LearnedRule['evidence'], 'last'>), last: time },
    needs: Array.isArray(needs) ? needs.map(String) : [],
  };
}

function shown({ pattern, action, explanation, evidence }: LearnedRule): SuggestedRule {
  return {
    pattern,
    action,
    explanation: visible(explanation),
    evidence: evidence.calls === 0 ? '' : evidenceText(evidence, Date.now()),
    examples: evidence.examples.map(visible),
    calls: evidence.calls,
  };
}
