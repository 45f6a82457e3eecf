import type { RuleDraft } from '@caliban/agent/session';
import type { Result } from '@caliban/calls';
import { fail, ok } from '@caliban/calls/types';
import { type Action, formatPattern, type Rule, type Scope } from '@caliban/gate';
import {
  addRule,
  type ChangeProblem,
  editRule,
  formatNotice,
  type LayerFiles,
  type LoadedRules,
  type Locations,
  loadRules,
  moveRule,
  type ProjectRules,
  projectTrustLevel,
  type RuleChange,
  removeRule,
  type WrittenRule,
} from '@caliban/storage';
import { loadedFiles } from '@caliban/storage/rules';
import { projectAnswer } from '../policy/project-answer.ts';
import { SET_ASIDE } from '../rules/advice.ts';
import { keepTrust } from '../rules/keep-trust.ts';
import { changeError, targetOf } from '../rules/writing.ts';
import type { ChangeHistory, Changing } from './change-history.ts';
import { changedFiles, type FileStamps, fileStamps } from './file-stamps.ts';

export type FileScope = Exclude<Scope, 'session'>;

/** What was done, and the action of the rule. */
type Said = {
  readonly done: string;
  readonly says: Action;
  /** A rule that the session has, too, applies at once. */
  readonly applies?: 'now' | 'after-restart';
};

type FileChange = Promise<Result<RuleChange, ChangeProblem>>;

/**
 * A change to the rule with that index in its file; `isListed` says for every rule there whether it is listed, that is, not
 * withheld.
 */
type ChangeAt = (target: LayerFiles, index: number, isListed: readonly boolean[]) => FileChange;

/** The rules in files, written by the same code as in `caliban perms`; the session itself keeps using those it started with. */
export class RulesInFiles {
  readonly #locations: Locations;
  readonly #cliRules: readonly Rule[];
  readonly #history: ChangeHistory;
  #stamps: FileStamps;

  constructor(locations: Locations, loaded: readonly Rule[], history: ChangeHistory) {
    this.#locations = locations;
    this.#cliRules = loaded.filter(({ source }) => source.layer === 'cli');
    this.#history = history;
    this.#stamps = fileStamps(locations);
  }

  /** The rules that a new start would load. */
  async rulesNow(): Promise<readonly Rule[]> {
    const { policy } = await this.#load();
    if (!policy.ok) throw new Error(policy.error.map(formatNotice).join('\n'));
    return policy.value.rules;
  }

  changedOnDisk(): readonly string[] {
    return changedFiles(this.#stamps, this.#locations);
  }

  /** Accepts the current state of the files, so that it isn't reported as a change. */
  lookAgain(): void {
    this.#stamps = fileStamps(this.#locations);
  }

  add(draft: RuleDraft, scope: FileScope): Changing {
    return this.#change(scope, (target) => addRule(target, writtenRule(draft)), {
      done: `Saved to ${targetOf(this.#locations, scope).permissions}`,
      says: draft.action,
      applies: 'now',
    });
  }

  /** Whether an allow rule in that scope would have no effect, now or later. */
  isSetAside(draft: RuleDraft, scope: FileScope): Promise<boolean> {
    return this.#isSetAside(draft.action, scope);
  }

  edit(rule: Rule, { pattern, action, comment, reason }: RuleDraft): Changing {
    const fields = {
      pattern,
      action,
      comment: unlessSame(rule.comment, comment),
      // The form has a reason only for a deny.
      ...(action === 'deny' || rule.action === 'deny' ? { reason: unlessSame(rule.reason, reason) } : {}),
    };
    return this.#changeAt(rule, (target, index) => editRule(target, { index }, { fields }), {
      done: 'Changed',
      says: action,
    });
  }

  remove(rule: Rule): Changing {
    return this.#changeAt(rule, (target, index) => removeRule(target, { index }), {
      done: 'Removed',
      says: rule.action,
    });
  }

  /** Moves past the next listed rule: withheld rules aren't visible, so moving past one would seem to do nothing. */
  move(rule: Rule, towards: 'up' | 'down'): Changing {
    const step = towards === 'up' ? -1 : 1;
    const change = async (target: LayerFiles, index: number, isListed: readonly boolean[]) => {
      let at = index + step;
      while (isListed[at] === false) at += step;
      if (isListed[at] === undefined) return fail({ kind: 'not-found' as const, message: nothingThere(towards) });
      return moveRule(target, { index }, { place: { at } });
    };
    return this.#changeAt(rule, change, { done: 'Moved', says: rule.action });
  }

  async #load(): Promise<LoadedRules & { readonly answer: ProjectRules | undefined }> {
    const answer = await projectAnswer(this.#locations);
    return {
      ...(await loadRules(this.#locations, { cliRules: this.#cliRules, projectAnswer: answer, unanswered: 'use' })),
      answer,
    };
  }

  /** The rule is looked up again, because someone else may have changed the file. */
  async #changeAt(rule: Rule, change: ChangeAt, said: Said): Changing {
    const { layer, file, line } = rule.source;
    const target = targetOf(this.#locations, layer);
    if (file !== target.permissions) return fail(`the rule is in ${file}; change it there`);
    const { files, policy } = await this.#load();
    // Including withheld rules: the writer's indexes count them all.
    const rules = loadedFiles(files).find((read) => read.file === file)?.rules ?? [];
    const index = rules.findIndex((known) => isSameRule(known, rule) && known.source.line === line);
    if (index === -1) return fail('the file has been changed meanwhile; look at the rules again');
    const listed = new Set(policy.ok ? policy.value.rules : []);
    const isListed = rules.map((known) => listed.has(known));
    return this.#change(layer as FileScope, (files) => change(files, index, isListed), said);
  }

  async #change(scope: FileScope, change: (target: LayerFiles) => FileChange, said: Said): Changing {
    const { done, says, applies = 'after-restart' } = said;
    const target = targetOf(this.#locations, scope);
    const [changed, takeBack] = await keepTrust(this.#locations, () =>
      this.#history.around(target.permissions, () => change(target)),
    );
    if (!changed.ok) return fail(changeError(changed.error).message);
    this.lookAgain();
    if (changed.value.kind === 'already-so')
      return ok({ done: applies === 'now' ? 'It is in that file already' : 'Nothing to change' });
    this.#history.push(async () => {
      const undone = await keepTrust(this.#locations, takeBack);
      this.lookAgain();
      return undone;
    });
    if (await this.#isSetAside(says, scope)) return ok({ done: `${done}; ${SET_ASIDE}` });
    return ok({ done: applies === 'now' ? `${done}; in effect now` : `${done}; in effect after a restart` });
  }

  async #isSetAside(action: Action, scope: FileScope): Promise<boolean> {
    if (action !== 'allow' || scope === 'user') return false;
    const { policy, answer } = await this.#load();
    return (
      policy.ok &&
      projectTrustLevel(policy.value.settings, answer ?? null, { unanswered: 'use' }).rules === 'tighten-only'
    );
  }
}

function nothingThere(towards: 'up' | 'down'): string {
  return `no rule of its file is listed ${towards === 'up' ? 'above' : 'below'} it`;
}

export function isSameRule(one: Rule, other: Rule): boolean {
  return (
    one.action === other.action &&
    one.source.file === other.source.file &&
    formatPattern(one.pattern) === formatPattern(other.pattern)
  );
}

/** A form trims blanks around texts; that alone isn't a change. Null removes the field. */
function unlessSame(known: string | undefined, given: string | undefined): string | null {
  return (known ?? '').trim() === (given ?? '') ? (known ?? null) : (given ?? null);
}

function writtenRule({ pattern, action, comment, reason }: RuleDraft): WrittenRule {
  return { pattern, action, comment, reason: action === 'deny' ? reason : undefined };
}
