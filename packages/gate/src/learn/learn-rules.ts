import type { CallContext, ToolCall } from '@caliban/calls';
import { CLASSES } from '@caliban/calls/classes';
import { exactPattern } from '../ask/exact-pattern.ts';
import { judge } from '../judge/judge.ts';
import { createRuleBook, type RuleBook, type RuleBookOptions } from '../judge/rule-book.ts';
import { isDefaultVerdict } from '../judge/strictest.ts';
import { parsePattern } from '../pattern/parse-pattern.ts';
import type { Action, Rule } from '../types/rule.ts';
import { brakeWitnesses, tailWitnesses, type Witness, WitnessIndex } from './brake.ts';
import { type LearnedPattern, patternsFor } from './learned-patterns.ts';
import type { Lesson, Lessons } from './lessons.ts';
import { learnedFrom, neededAbove, rulesAbove } from './rules-above.ts';

/** The rules in force, split where learned rules would go. */
export type LearnPolicy = {
  readonly before: readonly Rule[];
  readonly after: readonly Rule[];
  readonly options: RuleBookOptions;
  /** Where the learned rules would come from. */
  readonly source: Rule['source'];
};

export type Evidence = {
  readonly calls: number;
  readonly sessions: number;
  /** In milliseconds since 1970; 0 if no call has a time. */
  readonly last: number;
  /** The most frequent ones. */
  readonly examples: readonly string[];
};

export type LearnedRule = {
  readonly pattern: string;
  readonly action: Action;
  readonly evidence: Evidence;
  /** What it does, if the pattern doesn't say so. */
  readonly explanation: string;
  /** Patterns of the rules above it without which it could allow too much. */
  readonly needs: readonly string[];
};

/** A pattern with evidence, and a call because of which it can't be a rule. */
export type RefusedRule = { readonly pattern: string; readonly evidence: Evidence; readonly witness: Witness };

export type Learned = {
  readonly rules: readonly LearnedRule[];
  readonly refused: readonly RefusedRule[];
  /** Different calls that a rule already allows, and different ones that are too rare for a rule. */
  readonly alreadyAllowed: number;
  readonly tooRare: number;
  /** A call that an allow rule with this pattern would allow together with the learned rules, but must not. */
  readonly witnessAgainst: (pattern: string) => Witness | null;
};

export type Thresholds = {
  readonly calls: number;
  readonly sessions: number;
  /** How many different calls are needed for a wildcard. */
  readonly variants: number;
};

/** Enough for a habit; fewer calls may be one afternoon's work. */
export const DEFAULT_THRESHOLDS: Thresholds = { calls: 3, sessions: 2, variants: 3 };

/**
 * Rules for calls that ran often enough. Each is as wide as its evidence and the brake permit: no call of the brake corpus, none
 * that someone rejected and none that a rule of the policy asks about or denies may become allowed. For calls of a dangerous
 * class and calls that a rule of the policy stops this needs no search: the rules above the learned ones stop them, whatever is
 * learned.
 */
export function learnRules(lessons: Lessons, policy: LearnPolicy, options: LearnOptions): Learned {
  return new Learner(prepare(lessons, policy, options)).learn();
}

export type LearnOptions = { readonly context: CallContext; readonly thresholds?: Thresholds };

type Prepared = {
  readonly policy: LearnPolicy;
  readonly context: CallContext;
  readonly thresholds: Thresholds;
  readonly witnesses: WitnessIndex;
  /** Calls that no written rule decides. */
  readonly open: readonly Lesson[];
  readonly candidates: readonly Candidate[];
  /** Tried before the learned rules. */
  readonly above: readonly Rule[];
  readonly alreadyAllowed: number;
};

function prepare(lessons: Lessons, policy: LearnPolicy, options: LearnOptions): Prepared {
  const { context, thresholds = DEFAULT_THRESHOLDS } = options;
  const book = bookWith(policy, []);
  const open: Lesson[] = [];
  const own: Witness[] = [];
  let alreadyAllowed = 0;
  for (const lesson of lessons.all) {
    const { action, because } = judge(book, lesson.call);
    if (isDefaultVerdict(because)) open.push(lesson);
    else if (action === 'allow') alreadyAllowed++;
    else if (own.length < MAX_OWN) own.push({ call: lesson.call, text: lesson.text, because: { kind: 'own-rule' } });
  }
  const rejected = lessons.rejected.map(
    (call): Witness => ({ call, text: textOf(call), because: { kind: 'rejected' } }),
  );
  const witnesses = [...rejected, ...own, ...brakeWitnesses(context)].filter(({ call }) => !allows(book, call));
  return {
    policy,
    context,
    thresholds,
    witnesses: new WitnessIndex(witnesses),
    open,
    candidates: candidatesOf(open),
    above: rulesAbove(policy),
    alreadyAllowed,
  };
}

class Learner {
  readonly #prepared: Prepared;
  readonly #open: Set<Lesson>;
  readonly #rules: LearnedRule[] = [];
  /** The same as rules. */
  readonly #accepted: Rule[] = [];
  /** Questions about calls that someone rejected, above all the others. */
  #rejections: readonly Rule[] = [];
  readonly #refused: RefusedRule[] = [];

  constructor(prepared: Prepared) {
    this.#prepared = prepared;
    this.#open = new Set(prepared.open);
  }

  learn(): Learned {
    this.#learnReading();
    this.#learnPatterns();
    const needed = neededAbove([...this.#rejections, ...this.#prepared.above], this.#accepted);
    const above = needed.map((rule) => learnedFrom(rule, { isRejected: this.#rejections.includes(rule) }));
    const needs = above.map(({ pattern }) => pattern);
    return {
      rules: [...above, ...this.#rules.map((rule) => ({ ...rule, needs }))],
      refused: this.#refused,
      alreadyAllowed: this.#prepared.alreadyAllowed,
      tooRare: this.#open.size,
      witnessAgainst: (pattern) => this.#witnessAgainst(pattern),
    };
  }

  #witnessAgainst(pattern: string): Witness | null {
    const rule = this.#ruleOf(pattern, 'allow');
    if (rule === null) return null;
    const { witnesses, context } = this.#prepared;
    const prefix = /^Bash:([^*?\\[\]{}]+) \*$/.exec(pattern)?.[1];
    const tails = prefix === undefined ? [] : tailWitnesses(prefix, context);
    const book = this.#bookWith([...this.#accepted, rule]);
    return [...witnesses.all, ...tails].find(({ call }) => allows(book, call)) ?? null;
  }

  /** One class is better than many globs. */
  #learnReading(): void {
    const reads = [...this.#open].filter(({ isReading }) => isReading);
    if (reads.length < this.#prepared.thresholds.variants || !this.#isEnough(reads)) return;
    const candidate = { pattern: '@read-only', explanation: CLASSES['read-only'].description, isWide: true };
    this.#rejections = this.#rejectedReading(candidate.pattern);
    this.#try({ ...candidate, lessons: reads });
  }

  /** A person may say no to a harmless call, which would rule out the class. An ask for exactly this call is enough. */
  #rejectedReading(pattern: string): readonly Rule[] {
    const rule = this.#ruleOf(pattern, 'allow');
    if (rule === null) return [];
    const rejected = this.#letThrough(rule, this.#prepared.witnesses.all).filter(
      ({ because }) => because.kind === 'rejected',
    );
    if (rejected.length > MAX_EXCEPTIONS) return [];
    return rejected.flatMap(({ call }) => this.#ruleOf(exactPattern(call, 'workspace') ?? '', 'ask') ?? []);
  }

  /** The widest that the brake permits first, so that no narrower one is needed. */
  #learnPatterns(): void {
    for (const candidate of this.#prepared.candidates) {
      const lessons = candidate.lessons.filter((lesson) => this.#open.has(lesson));
      const isOften =
        this.#isEnough(lessons) && (!candidate.isWide || lessons.length >= this.#prepared.thresholds.variants);
      if (isOften) this.#try({ ...candidate, lessons });
    }
  }

  #isEnough(lessons: readonly Lesson[]): boolean {
    const { calls, sessions } = evidenceOf(lessons);
    return calls >= this.#prepared.thresholds.calls && sessions >= this.#prepared.thresholds.sessions;
  }

  #try(candidate: Candidate): void {
    const { pattern, explanation, lessons } = candidate;
    const rule = this.#ruleOf(pattern, 'allow');
    if (rule === null) return;
    const evidence = evidenceOf(lessons);
    const [witness] = this.#letThrough(rule, this.#witnessesMetBy(rule, candidate));
    if (witness !== undefined) {
      this.#refused.push({ pattern, evidence, witness });
      return;
    }
    this.#rules.push({ pattern, action: 'allow', evidence, explanation, needs: [] });
    this.#accepted.push(rule);
    for (const lesson of lessons) this.#open.delete(lesson);
  }

  /** Those to which the pattern may apply: as a deny it matches at least as much as as an allow. */
  #witnessesMetBy(rule: Rule, { prefix, lessons, pattern }: Candidate): readonly Witness[] {
    const { policy, context, witnesses } = this.#prepared;
    const book = createRuleBook([{ ...rule, action: 'deny' }], policy.options);
    const [first] = lessons;
    const isCommand = pattern.startsWith('Bash:') && first !== undefined;
    const near = isCommand ? witnesses.naming(first.text.split(' ', 1)[0] ?? '') : witnesses.all;
    const met = near.filter(({ call }) => judge(book, call).action === 'deny');
    if (prefix !== undefined) return [...met, ...tailWitnesses(prefix, context)];
    return met;
  }

  /** Those that would be allowed: with this rule alone, or with everything learned so far. */
  #letThrough(rule: Rule, met: readonly Witness[]): readonly Witness[] {
    if (met.length === 0) return [];
    const alone = this.#bookWith([rule]);
    const together = this.#bookWith([...this.#accepted, rule]);
    return met.filter(({ call }) => allows(alone, call) || allows(together, call));
  }

  #ruleOf(text: string, action: Rule['action']): Rule | null {
    const pattern = parsePattern(text);
    return pattern.ok ? { pattern: pattern.value, action, source: this.#prepared.policy.source } : null;
  }

  #bookWith(rules: readonly Rule[]): RuleBook {
    const { policy, above } = this.#prepared;
    return bookWith(policy, [...this.#rejections, ...above, ...rules]);
  }
}

function bookWith({ before, after, options }: LearnPolicy, rules: readonly Rule[]): RuleBook {
  return createRuleBook([...before, ...rules, ...after], options);
}

const MAX_OWN = 1_000;
/** Someone who rejects more reads than this wants to be asked. */
const MAX_EXCEPTIONS = 20;

/** By a written rule: calls that only the built-in rules allow are left to an agent with its own rules. */
function allows(book: RuleBook, call: ToolCall): boolean {
  const { action, because } = judge(book, call);
  return action === 'allow' && !isDefaultVerdict(because);
}

type Candidate = LearnedPattern & { readonly lessons: readonly Lesson[] };

/** Every pattern that a lesson suggests, with the lessons that suggest it; wide ones first. */
function candidatesOf(lessons: Iterable<Lesson>): readonly Candidate[] {
  const candidates = new Map<string, Candidate & { lessons: Lesson[] }>();
  for (const lesson of lessons) {
    for (const pattern of patternsFor(lesson.call)) {
      const known = candidates.get(pattern.pattern);
      if (known === undefined) candidates.set(pattern.pattern, { ...pattern, lessons: [lesson] });
      else known.lessons.push(lesson);
    }
  }
  const narrowest = new Map(
    [...candidates.values()].filter(({ isWide }) => isWide).map((each) => [sameLessons(each), each]),
  );
  const needed = [...candidates.values()].filter((each) => !each.isWide || narrowest.get(sameLessons(each)) === each);
  return needed.sort(
    (a, b) =>
      Number(b.isWide) - Number(a.isWide) || a.pattern.length - b.pattern.length || (a.pattern < b.pattern ? -1 : 1),
  );
}

/** If several come from the same calls the last one is kept: a call suggests wide patterns first. */
function sameLessons({ lessons: [first], lessons }: Candidate): string {
  return `${lessons.length} ${first?.call.tool} ${first?.text}`;
}

function evidenceOf(lessons: readonly Lesson[]): Evidence {
  const sessions = new Set<number>();
  for (const lesson of lessons) for (const session of lesson.sessions) sessions.add(session);
  return {
    calls: lessons.reduce((sum, { count }) => sum + count, 0),
    sessions: sessions.size,
    last: lessons.reduce((latest, { last }) => Math.max(latest, last), 0),
    examples: [...lessons]
      .sort((a, b) => b.count - a.count)
      .slice(0, MAX_EXAMPLES)
      .map(({ call, text }) => below(text, call.context.workspace).slice(0, MAX_EXAMPLE)),
  };
}

/** As in a rule: a path in the workspace is relative to it. */
function below(path: string, workspace: string): string {
  return path.startsWith(`${workspace}/`) ? path.slice(workspace.length + 1) : path === workspace ? '.' : path;
}

const MAX_EXAMPLES = 3;
const MAX_EXAMPLE = 120;

function textOf({ tool, input, subject }: ToolCall): string {
  switch (subject.kind) {
    case 'plain-command':
      return subject.text;
    case 'command-line':
      return subject.line.source;
    case 'path':
      return `${tool} ${subject.written}`;
    case 'url':
      return `${tool} ${subject.url.written}`;
    case 'none':
      return `${tool} ${JSON.stringify(input)}`;
  }
}
