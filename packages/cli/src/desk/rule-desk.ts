import {
  describeCall,
  explain,
  formatPattern,
  parsePattern,
  type Result,
  type Rule,
  type RuntimeRuleStore,
  type Scope,
  type Surroundings,
} from '@caliban/gate';
import { fail, ok } from '@caliban/gate/internal/types/result';
import { loadRules } from '@caliban/storage/internal/load-rules';
import type { LayerFiles, Locations } from '@caliban/storage/internal/locations';
import { addRule, editRule, moveRule, removeRule } from '@caliban/storage/internal/rules/change-rules';
import type { ChangeProblem, RuleChange } from '@caliban/storage/internal/rules/rewrite-rules';
import { formatNotice } from '@caliban/storage/internal/rules/rule-file';
import type { WrittenRule } from '@caliban/storage/internal/rules/written-rule';
import type { DeskChange, DeskRule, RuleDesk, RuleDraft } from '@caliban/tui/internal/ports';
import { parseCallInput } from '../judging/call-request.ts';
import { keepTrust } from '../rules/keep-trust.ts';
import { changeError, targetOf } from '../rules/writing.ts';
import { ChangeHistory } from './change-history.ts';
import { changedFiles, fileStamps } from './file-stamps.ts';
import { countHits, type RuleHits } from './rule-hits.ts';

export type RuleDeskParts = {
  readonly runtime: RuntimeRuleStore;
  /** As the session started with them. */
  readonly loaded: readonly Rule[];
  readonly locations: Locations;
  readonly log: string;
  readonly surroundings: () => Surroundings;
  /** Told when somebody else in this process has written to a rule file. */
  readonly onRuleSaved: (listener: () => void) => void;
};

type Change = Promise<Result<DeskChange, string>>;

/** The rules of session and files, changed through the same writer as `caliban perms`. */
export function ruleDesk(parts: RuleDeskParts): RuleDesk {
  const { runtime, loaded, locations } = parts;
  const history = new ChangeHistory();
  let stamps = fileStamps(locations);
  let hits: Promise<RuleHits> | undefined;
  parts.onRuleSaved(() => {
    stamps = fileStamps(locations);
  });

  return { runtime, list, changedOnDisk, add, edit, remove, move, promote, undo: () => history.undo(), explain: walk };

  async function list(): Promise<readonly DeskRule[]> {
    hits ??= countHits(parts.log).catch(() => () => 0);
    const hitsOf = await hits;
    const fromFiles = await rulesNow();
    const isBefore = ({ source }: Rule) => source.layer === 'managed';
    const inOrder = [
      ...fromFiles.filter(isBefore),
      ...runtime.sessionRules,
      ...fromFiles.filter((rule) => !isBefore(rule)),
    ];
    return inOrder.map((rule) => ({
      rule,
      readOnly: !CHANGEABLE.has(rule.source.layer),
      hits: hitsOf(rule),
      pending: rule.source.layer !== 'runtime' && !loaded.some((known) => isSame(known, rule)),
    }));
  }

  /** What the files say by now; the session itself keeps to what it has started with. */
  async function rulesNow(): Promise<readonly Rule[]> {
    const { policy } = await loadRules(locations, { cliRules: loaded.filter(({ source }) => source.layer === 'cli') });
    if (!policy.ok) throw new Error(policy.error.map(formatNotice).join('\n'));
    return policy.value.rules;
  }

  async function changedOnDisk(): Promise<readonly string[]> {
    return changedFiles(stamps, locations);
  }

  async function add(draft: RuleDraft, scope: Scope): Change {
    if (scope !== 'session') return inFile(scope, (target) => addRule(target, writtenRule(draft)), `added to ${scope}`);
    const rule = sessionRule(draft);
    if (!rule.ok) return rule;
    const added = runtime.add(rule.value);
    history.push(async () => {
      runtime.remove(added);
      return ok({ done: 'taken back' });
    });
    return ok({ done: 'added; it holds from now on' });
  }

  async function edit({ rule }: DeskRule, draft: RuleDraft): Change {
    if (rule.source.layer === 'runtime') {
      const changed = sessionRule(draft);
      if (!changed.ok) return changed;
      runtime.remove(rule);
      const added = runtime.add(changed.value);
      history.push(async () => {
        runtime.remove(added);
        runtime.add(rule);
        return ok({ done: 'taken back' });
      });
      return ok({ done: 'changed; it holds from now on' });
    }
    const fields = {
      pattern: draft.pattern,
      action: draft.action,
      comment: draft.comment ?? null,
      reason: draft.reason ?? null,
    };
    return atRule(rule, (target, index) => editRule(target, { index }, { fields }), 'changed');
  }

  async function remove({ rule }: DeskRule): Change {
    if (rule.source.layer !== 'runtime') {
      return atRule(rule, (target, index) => removeRule(target, { index }), 'removed');
    }
    runtime.remove(rule);
    history.push(async () => {
      runtime.add(rule);
      return ok({ done: 'taken back' });
    });
    return ok({ done: 'removed; it no longer holds' });
  }

  async function move({ rule }: DeskRule, towards: 'up' | 'down'): Change {
    if (rule.source.layer === 'runtime') return fail('session rules stand newest first; there is nothing to move');
    return atRule(
      rule,
      (target, index) => moveRule(target, { index }, { place: { at: index + (towards === 'up' ? -1 : 1) } }),
      'moved',
    );
  }

  async function promote({ rule }: DeskRule, scope: Exclude<Scope, 'session'>): Change {
    const { pattern, action, comment, reason } = rule;
    const written = writtenRule({
      pattern: formatPattern(pattern),
      action,
      ...(comment === undefined ? {} : { comment }),
      ...(reason === undefined ? {} : { reason }),
    });
    return inFile(scope, (target) => addRule(target, written), `kept in ${scope}; it goes on holding in this session`);
  }

  async function walk(tool: string, input: string): ReturnType<RuleDesk['explain']> {
    const parsed = parseCallInput(tool, input);
    if (!parsed.ok) return parsed;
    const call = describeCall({ tool, input: parsed.value, surroundings: parts.surroundings() });
    const isBefore = ({ source }: Rule) => source.layer === 'managed';
    const live = [...loaded.filter(isBefore), ...runtime.sessionRules, ...loaded.filter((rule) => !isBefore(rule))];
    return ok({ call, walk: explain(live, call) });
  }

  /** The rule is looked up again, since somebody else may have changed the file. */
  async function atRule(
    rule: Rule,
    change: (target: LayerFiles, index: number) => Promise<Result<RuleChange, ChangeProblem>>,
    done: string,
  ): Change {
    const target = targetOf(locations, rule.source.layer);
    if (rule.source.file !== target.permissions) {
      return fail(`the rule stands in ${rule.source.file}; change it there`);
    }
    const inFileNow = (await rulesNow()).filter(({ source }) => source.file === target.permissions);
    const index = inFileNow.findIndex((known) => isSame(known, rule) && known.source.line === rule.source.line);
    if (index === -1) return fail('the file has been changed meanwhile; look at the rules again');
    return inFile(rule.source.layer as Scope, (files) => change(files, index), done);
  }

  async function inFile(
    scope: Scope,
    change: (target: LayerFiles) => Promise<Result<RuleChange, ChangeProblem>>,
    done: string,
  ): Change {
    const target = targetOf(locations, scope);
    const [changed, takeBack] = await keepTrust(locations, () =>
      history.around(target.permissions, () => change(target)),
    );
    if (!changed.ok) return fail(changeError(changed.error).message);
    stamps = fileStamps(locations);
    if (changed.value.kind === 'already-so') return ok({ done: 'nothing to change: it is so already' });
    history.push(async () => {
      const undone = await keepTrust(locations, takeBack);
      stamps = fileStamps(locations);
      return undone;
    });
    return ok({ done: `${done}; it counts from the next start` });
  }
}

const CHANGEABLE: ReadonlySet<string> = new Set(['runtime', 'local', 'project', 'user']);

function isSame(one: Rule, other: Rule): boolean {
  return (
    one.action === other.action &&
    one.source.file === other.source.file &&
    formatPattern(one.pattern) === formatPattern(other.pattern)
  );
}

function writtenRule({ pattern, action, comment, reason }: RuleDraft): WrittenRule {
  return { pattern, action, comment, reason: action === 'deny' ? reason : undefined };
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
