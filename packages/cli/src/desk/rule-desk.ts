import {
  describeCall,
  explain,
  formatPattern,
  type Rule,
  type RuntimeRuleStore,
  type Surroundings,
  type ToolCall,
  type Verdict,
} from '@caliban/gate';
import { inLayerOrder } from '@caliban/gate/internal/state/layer-order';
import { fail, ok } from '@caliban/gate/internal/types/result';
import type { Locations } from '@caliban/storage/internal/locations';
import type { DeskRule, RuleDesk, RuleDraft } from '@caliban/tui/internal/ports';
import { parseCallInput } from '../judging/call-request.ts';
import { FOLDS_CASE } from '../places/surroundings.ts';
import { ChangeHistory, type Changing } from './change-history.ts';
import { currentHits } from './rule-hits.ts';
import { type FileScope, RulesInFiles } from './rules-in-files.ts';
import { rulesOverTime } from './rules-over-time.ts';
import { SessionRules } from './session-rules.ts';

export type RuleDeskParts = {
  readonly runtime: RuntimeRuleStore;
  /** As the session started with them. */
  readonly loaded: readonly Rule[];
  /** What the session's gate says of a call, before any mode. */
  readonly judge: (call: ToolCall) => Verdict;
  readonly locations: Locations;
  readonly log: string;
  readonly surroundings: () => Surroundings;
  /** Told when somebody else in this process has written to a rule file. */
  readonly onRuleSaved: (listener: () => void) => void;
};

/** The rules of session and files, to look at and to change. */
export function ruleDesk(parts: RuleDeskParts): RuleDesk {
  const { runtime, loaded } = parts;
  const history = new ChangeHistory();
  const inSession = new SessionRules(runtime, history);
  const inFiles = new RulesInFiles(parts.locations, loaded, history);
  const hits = currentHits(parts.log);
  parts.onRuleSaved(() => inFiles.lookAgain());

  return {
    runtime,
    list,
    changedOnDisk: async () => inFiles.changedOnDisk(),
    add: (draft, scope) =>
      scope === 'session' ? inSession.add(draft) : inFiles.add(draft, scope, `added to ${scope}`),
    edit: ({ rule }, draft) => (isOfSession(rule) ? inSession.edit(rule, draft) : inFiles.edit(rule, draft)),
    remove: ({ rule }) => (isOfSession(rule) ? inSession.remove(rule) : inFiles.remove(rule)),
    move,
    promote,
    undo: () => history.undo(),
    explain: walk,
  };

  async function list(): Promise<readonly DeskRule[]> {
    const hitsOf = await hits();
    const numbers = new Map(inForce().map((rule, index) => [rule, index + 1]));
    const inTime = new Map(rulesOverTime(loaded, await inFiles.rulesNow()).map((row) => [row.rule, row]));
    return inLayerOrder([...inTime.keys()], runtime.sessionRules).map((rule) => {
      const { counts, loaded: known } = inTime.get(rule) ?? { counts: 'now', loaded: rule };
      return {
        rule,
        number: known === null ? null : (numbers.get(known) ?? null),
        readOnly: !CHANGEABLE.has(rule.source.layer) || counts === 'until-the-next-start',
        hits: hitsOf(rule),
        counts,
      };
    });
  }

  /** What a call meets, in that order. */
  function inForce(): readonly Rule[] {
    return inLayerOrder(loaded, runtime.sessionRules);
  }

  async function move({ rule }: DeskRule, towards: 'up' | 'down'): Changing {
    if (isOfSession(rule)) return fail('session rules stand newest first; there is nothing to move');
    return inFiles.move(rule, towards);
  }

  async function promote({ rule }: DeskRule, scope: FileScope): Changing {
    const { pattern, action, comment, reason } = rule;
    const draft: RuleDraft = {
      pattern: formatPattern(pattern),
      action,
      ...(comment === undefined ? {} : { comment }),
      ...(reason === undefined ? {} : { reason }),
    };
    return inFiles.add(draft, scope, `kept in ${scope}; it goes on holding in this session`);
  }

  /** The gate itself gives the verdict: it also knows whose denies nobody lifts, and which files are our own. */
  async function walk(tool: string, input: string): ReturnType<RuleDesk['explain']> {
    const parsed = parseCallInput(tool, input);
    if (!parsed.ok) return parsed;
    const call = describeCall({ tool, input: parsed.value, surroundings: parts.surroundings() });
    const { seesThroughWrappers } = runtime.book;
    const walked = explain(inForce(), call, { foldPaths: FOLDS_CASE, seesThroughWrappers });
    return ok({ call, walk: { ...walked, verdict: parts.judge(call) } });
  }
}

const CHANGEABLE: ReadonlySet<string> = new Set(['runtime', 'local', 'project', 'user']);

function isOfSession({ source }: Rule): boolean {
  return source.layer === 'runtime';
}
