import { specFor } from '../pattern/parse-pattern.ts';
import { mayAskForFields, mayMatchCommand, plainSpec } from '../pattern/plain-pattern.ts';
import { matchesTool } from '../pattern/tool-glob.ts';
import { UnreadRule } from '../pattern/unread-rule.ts';
import type { OperatorSet } from '../types/command-line.ts';
import type { Rule } from '../types/rule.ts';
import { type Candidate, type Candidates, candidateOf, type LooksAt, looksAt } from './candidates.ts';
import { type ActionSet, actionBit, EVERY_ACTION, STRICT } from './rule-index.ts';
import { strictSpelling } from './strict-spelling.ts';

/** The rules for one tool out of a list, each read when a call comes near it. */
export class ListedCandidates implements Candidates {
  readonly foldsPaths: boolean;
  readonly #tool: string;
  readonly #listed: readonly Listed[];
  /** One text is looked up several times, for other actions. */
  readonly #nearBefore = new Map<string, readonly Candidate[]>();
  #operators: OperatorSet | null = null;
  #classes: readonly Candidate[] | null = null;

  constructor(tool: string, rules: readonly Rule[], foldsPaths: boolean) {
    this.#tool = tool;
    this.#listed = listedFor(tool, rules);
    this.foldsPaths = foldsPaths;
  }

  get strictOperators(): OperatorSet {
    this.#operators ??= this.#listed
      .filter(({ action }) => (action & STRICT) !== 0)
      .reduce((set, { unread, rule }) => set | strictSpelling(unread ?? rule.pattern.specText), 0);
    return this.#operators;
  }

  any(): readonly Candidate[] {
    // A plain pattern asks for something.
    return this.#firstOfEach((listed) => listed.unread === null && isAny(this.#candidate(listed)));
  }

  first(): readonly Candidate[] {
    return this.#firstOfEach((listed) => this.#candidate(listed) !== null);
  }

  near(there: LooksAt, text: string): readonly Candidate[] {
    const key = `${there}\0${text}`;
    const known = this.#nearBefore.get(key);
    if (known !== undefined) return known;
    const mayMatch = (unread: string) => there !== 'command' || mayMatchCommand(unread, text);
    const near = this.#read(mayMatch).filter(({ argument }) => looksAt(argument, there));
    this.#nearBefore.set(key, near);
    return near;
  }

  byClass(): readonly Candidate[] {
    // A plain pattern names no class.
    this.#classes ??= this.#read(() => false).filter(({ argument }) => argument?.kind === 'class');
    return this.#classes;
  }

  byFields(): Iterable<Candidate> {
    return this.#read(mayAskForFields).filter(({ argument, hasFields }) => argument === null && hasFields);
  }

  #firstOfEach(isWanted: (listed: Listed) => boolean): readonly Candidate[] {
    const first: Candidate[] = [];
    let missing = EVERY_ACTION;
    for (const listed of this.#listed) {
      if ((missing & listed.action) === 0 || !isWanted(listed)) continue;
      first.push(this.#candidate(listed) as Candidate);
      missing &= ~listed.action;
    }
    return first;
  }

  /** All but those of which their text says that they are not meant. */
  #read(isMeant: (unread: string) => boolean): readonly Candidate[] {
    const read: Candidate[] = [];
    for (const listed of this.#listed) {
      if (listed.unread !== null && !isMeant(listed.unread)) continue;
      const candidate = this.#candidate(listed);
      if (candidate !== null) read.push(candidate);
    }
    return read;
  }

  #candidate(listed: Listed): Candidate | null {
    if (listed.candidate === undefined) listed.candidate = this.#made(listed);
    return listed.candidate;
  }

  #made({ position, rule }: Listed): Candidate | null {
    const spec = specFor(rule.pattern, this.#tool);
    return spec && candidateOf(spec, { position, action: rule.action, foldPaths: this.foldsPaths });
  }
}

/** A rule whose tool is the one in question, as far as it has been read. */
type Listed = {
  readonly position: number;
  readonly rule: Rule;
  readonly action: ActionSet;
  /** What a plain pattern asks for, before it is read. */
  readonly unread: string | null;
  /** Null: it never matches this tool after all. */
  candidate: Candidate | null | undefined;
};

function listedFor(tool: string, rules: readonly Rule[]): readonly Listed[] {
  const listed: Listed[] = [];
  for (let position = 0; position < rules.length; position++) {
    const rule = rules[position] as Rule;
    const unread = rule instanceof UnreadRule ? plainSpec(rule.patternText, tool) : null;
    if (unread === null && (rule instanceof UnreadRule || !matchesTool(rule.pattern.tool, tool))) continue;
    listed.push({ position, rule, action: actionBit(rule.action), unread, candidate: undefined });
  }
  return listed;
}

function isAny(candidate: Candidate | null): boolean {
  return candidate !== null && candidate.argument === null && !candidate.hasFields;
}
