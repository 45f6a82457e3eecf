import type { ListedRule, RuleDraft, RuleEditor } from '@caliban/agent/session';
import { type CallContext, describeCall, type ToolCall } from '@caliban/calls';
import { fail, ok } from '@caliban/calls/types';
import { explain, formatPattern, type Rule, type RuntimeRuleStore, type Scope, type Verdict } from '@caliban/gate';
import { inLayerOrder } from '@caliban/gate/state';
import type { Locations } from '@caliban/storage';
import { parseCallInput } from '../judging/call-request.ts';
import { FOLDS_CASE } from '../paths/workspace-context.ts';
import { targetOf } from '../rules/writing.ts';
import { ChangeHistory, type Changing } from './change-history.ts';
import { currentHits, logVersion } from './rule-hits.ts';
import { type FileScope, RulesInFiles } from './rules-in-files.ts';
import { rulesOverTime } from './rules-over-time.ts';
import { SessionRules } from './session-rules.ts';

export type RuleEditorParts = {
  readonly runtime: RuntimeRuleStore;
  /** The rules at the start of the session. */
  readonly loaded: readonly Rule[];
  /** The verdict of the session's gate on a call, before any mode. */
  readonly judge: (call: ToolCall) => Verdict;
  readonly locations: Locations;
  readonly log: string;
  readonly context: () => CallContext;
  /** Called when another part of this process has written to a rule file. */
  readonly onRuleSaved: (listener: () => void) => void;
};

/** Shows and changes the rules of session and files. */
export function ruleEditor(parts: RuleEditorParts): RuleEditor {
  const { runtime, loaded } = parts;
  const history = new ChangeHistory();
  const inSession = new SessionRules(runtime, history);
  const inFiles = new RulesInFiles(parts.locations, loaded, history);
  const hits = currentHits(parts.log);
  let saved = 0;
  parts.onRuleSaved(() => {
    saved += 1;
    inFiles.lookAgain();
  });

  return {
    runtime,
    list,
    fileOf: (scope) => (scope === 'session' ? null : targetOf(parts.locations, scope).permissions),
    version: () => `${logVersion(parts.log)} ${runtime.sessionRules.length} ${saved}`,
    changedOnDisk: async () => inFiles.changedOnDisk(),
    add,
    edit: ({ rule, savedAs }, draft) =>
      history.together(async () => {
        const inFile = isOfSession(rule) ? savedAs : rule;
        const written = inFile === null ? null : await inFiles.edit(inFile, draft);
        if (written?.ok === false || !isOfSession(rule)) return written ?? NOTHING_DONE;
        return inSession.edit(rule, draft);
      }),
    remove: ({ rule, savedAs }) =>
      history.together(async () => {
        const inFile = isOfSession(rule) ? savedAs : rule;
        const written = inFile === null ? null : await inFiles.remove(inFile);
        if (written?.ok === false || !isOfSession(rule)) return written ?? NOTHING_DONE;
        return inSession.remove(rule);
      }),
    move,
    promote,
    undo: () => history.undo(),
    explain: walk,
  };

  async function list(): Promise<readonly ListedRule[]> {
    const hitsOf = await hits();
    const numbers = new Map(inForce().map((rule, index) => [rule, index + 1]));
    const inTime = new Map(rulesOverTime(loaded, await inFiles.rulesNow()).map((row) => [row.rule, row]));
    const savedFrom = savedRules(
      runtime.sessionRules,
      [...inTime.values()].flatMap(({ rule, counts }) => (counts === 'from-the-next-start' ? [rule] : [])),
    );
    const shownOnce = new Set(savedFrom.values());
    const inFilesNow = [...inTime.keys()].filter((rule) => !shownOnce.has(rule));
    return inLayerOrder(inFilesNow, runtime.sessionRules).map((rule) => {
      const { counts, loaded: known } = inTime.get(rule) ?? { counts: 'now', loaded: rule };
      const savedAs = savedFrom.get(rule) ?? null;
      return {
        rule,
        savedAs,
        number: known === null ? null : (numbers.get(known) ?? null),
        readOnly: !CHANGEABLE.has(rule.source.layer) || counts === 'until-the-next-start',
        hits: hitsOf(rule) + (savedAs === null ? 0 : hitsOf(savedAs)),
        counts,
      };
    });
  }

  /** The rules in the order in which a call is checked. */
  function inForce(): readonly Rule[] {
    return inLayerOrder(loaded, runtime.sessionRules);
  }

  /** A rule for a file also applies at once, like one from a question. */
  async function add(draft: RuleDraft, scope: Scope): Changing {
    if (scope === 'session') return inSession.add(draft);
    return history.together(async () => {
      const written = await inFiles.add(draft, scope);
      if (written.ok && !(await inFiles.isSetAside(draft, scope))) await inSession.add(draft);
      return written;
    });
  }

  async function move({ rule, savedAs }: ListedRule, towards: 'up' | 'down'): Changing {
    const inFile = isOfSession(rule) ? savedAs : rule;
    if (inFile === null) return fail('rules of this session are tried newest first; there is nothing to move');
    return inFiles.move(inFile, towards);
  }

  async function promote({ rule, savedAs }: ListedRule, scope: FileScope): Changing {
    if (savedAs !== null) return fail(`it is in ${savedAs.source.file} already`);
    const { pattern, action, comment, reason } = rule;
    const draft: RuleDraft = {
      pattern: formatPattern(pattern),
      action,
      ...(comment === undefined ? {} : { comment }),
      ...(reason === undefined ? {} : { reason }),
    };
    return inFiles.add(draft, scope);
  }

  /** The gate itself gives the verdict: it also knows which denies can't be lifted, and which files are our own. */
  async function walk(tool: string, input: string): ReturnType<RuleEditor['explain']> {
    const parsed = parseCallInput(tool, input);
    if (!parsed.ok) return parsed;
    const call = describeCall({ tool, input: parsed.value, context: parts.context() });
    const { seesThroughWrappers } = runtime.book;
    const walked = explain(inForce(), call, { foldPaths: FOLDS_CASE, seesThroughWrappers });
    return ok({ call, walk: { ...walked, verdict: parts.judge(call) } });
  }
}

const NOTHING_DONE = fail('there is nothing to change');

/** Session rules that were also written to a file, each with the rule there. */
function savedRules(session: readonly Rule[], written: readonly Rule[]): ReadonlyMap<Rule, Rule> {
  const left = [...written];
  const found = new Map<Rule, Rule>();
  for (const rule of session) {
    const at = left.findIndex((other) => saysTheSame(rule, other));
    const [other] = at === -1 ? [] : left.splice(at, 1);
    if (other !== undefined) found.set(rule, other);
  }
  return found;
}

function saysTheSame(one: Rule, other: Rule): boolean {
  return (
    one.action === other.action &&
    formatPattern(one.pattern) === formatPattern(other.pattern) &&
    (one.comment ?? '') === (other.comment ?? '') &&
    (one.reason ?? '') === (other.reason ?? '')
  );
}

const CHANGEABLE: ReadonlySet<string> = new Set(['runtime', 'local', 'project', 'user']);

function isOfSession({ source }: Rule): boolean {
  return source.layer === 'runtime';
}
