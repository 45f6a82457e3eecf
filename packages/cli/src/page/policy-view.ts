import { describeCall, type Result } from '@caliban/calls';
import { visible } from '@caliban/calls/text';
import { fail, isRecord, ok } from '@caliban/calls/types';
import { createRuleBook, explain, formatPattern, judge, type Rule } from '@caliban/gate';
import { becauseText, guardOwnFiles } from '@caliban/gate/filter';
import { formatNotice, loadRules } from '@caliban/storage';
import { readTextFile } from '@caliban/storage/files';
import { parseCallInput } from '../judging/call-request.ts';
import { bookOptions } from '../judging/judge-request.ts';
import { IN_PROJECT, namesOfRule } from '../log/rule-names.ts';
import { locationsAt } from '../paths/locations-at.ts';
import { FOLDS_CASE, workspaceContextAt } from '../paths/workspace-context.ts';
import { type Policy, policyAt } from '../policy/policy.ts';
import type { Terminal } from '../process/terminal.ts';
import { targetOf } from '../rules/writing.ts';
import type { LogReader } from './log-reader.ts';
import { type OwnRun, ownJson } from './own-program.ts';
import type { Findings, PageFile, PageFileScope, PageRule, PolicyView, RuleText, TriedCall } from './page-types.ts';
import { piecesOf } from './pieces.ts';
import { NO_ARGS } from './question-of-ask.ts';
import { type ShortPaths, shortPaths } from './short-paths.ts';

/** The layers of a workspace, and its rules with their hits. Lint findings come separately because they take longer. */
export async function policyView(workspace: string, reader: LogReader, terminal: Terminal): Promise<PolicyView> {
  const { digest } = reader;
  const short = shortPaths(terminal.home);
  const locations = locationsAt({ workspace }, terminal);
  const { files } = await loadRules(locations, { unanswered: 'use' });
  const policy = await policyAt({ workspace }, NO_ARGS, terminal).catch(() => null);
  const known = digest.workspaces();
  const isSeen = known.includes(locations.workspace);
  return {
    workspace: locations.workspace,
    workspaces: [...new Set([locations.workspace, ...known])],
    mode: policy?.mode ?? 'default',
    enforcedBy: policy?.enforcedBy === undefined ? null : short(policy.enforcedBy),
    files: files.map((report): PageFile => {
      const { layer, file, state } = report;
      const problems = state === 'failed' ? report.errors.map(formatNotice) : state === 'ignored' ? [report.why] : [];
      const rules = state === 'loaded' ? report.content.rules.length : 0;
      return { layer, file: short(file), state, rules, problems: problems.map(short) };
    }),
    rules: (policy?.rules ?? []).map((rule, index) => pageRule(rule, { number: index + 1, isSeen, reader, short })),
    versions: null,
    log: reader.state,
  };
}

type RuleSight = {
  readonly number: number;
  readonly isSeen: boolean;
  readonly reader: LogReader;
  readonly short: ShortPaths;
};

function pageRule(rule: Rule, { number, isSeen, reader, short }: RuleSight): PageRule {
  const { action, comment, source } = rule;
  const { layer, file, line } = source;
  const hits = reader.digest.hitsOf(namesOfRule(rule));
  const isCompared = action === 'allow' && layer !== 'builtin' && (isSeen || !IN_PROJECT.has(layer));
  return {
    number,
    action,
    pattern: visible(formatPattern(rule.pattern)),
    layer,
    place: file === undefined ? null : short(`${file}${line === undefined ? '' : `:${line}`}`),
    comment: comment === undefined ? null : visible(comment),
    hits,
    findings: [],
    unused: isCompared && hits === 0 && reader.state === 'ready',
  };
}

export async function lintFindings(workspace: string, run: OwnRun, home: string): Promise<Findings> {
  const short = shortPaths(home);
  const json = await ownJson(['perms', 'lint', '--json', '--workspace', workspace], run);
  const found = isRecord(json) && Array.isArray(json.findings) ? json.findings.filter(isRecord) : [];
  return {
    findings: found.map(({ severity, file, line, kind, message }) => ({
      severity: String(severity),
      file: typeof file === 'string' ? short(file) : null,
      line: typeof line === 'number' ? line : null,
      kind: String(kind),
      message: short(String(message)),
    })),
  };
}

/** The walk of a call through the rules that are given, else as they are on disk. */
export async function tryCall(
  { workspace, tool, input }: { readonly workspace: string; readonly tool: string; readonly input: string },
  terminal: Terminal,
  given?: Policy,
): Promise<Result<TriedCall, string>> {
  const short = shortPaths(terminal.home);
  const parsed = parseCallInput(tool, input);
  if (!parsed.ok) return parsed;
  const policy = given ?? (await policyAt({ workspace }, NO_ARGS, terminal));
  const { context, ownDirectories } = workspaceContextAt({ workspace }, terminal);
  const call = describeCall({ tool, input: parsed.value, context });
  const book = createRuleBook(policy.rules, bookOptions(policy));
  const verdict = guardOwnFiles((judged) => judge(book, judged), ownDirectories)(call);
  const { parts } = explain(policy.rules, call, {
    foldPaths: FOLDS_CASE,
    seesThroughWrappers: policy.seesThroughWrappers,
    enforcedLayers: policy.enforcedLayers,
  });
  return ok({
    action: verdict.action,
    because: short(becauseText(verdict.because)),
    mode: policy.mode,
    parts: parts
      .filter(({ part, verdict: spoken }) => part?.kind !== 'line' || spoken !== null)
      .map(({ part, verdict: spoken, tried }) => ({
        text: part === undefined ? null : piecesOf(part.text),
        action: spoken?.action ?? null,
        because: spoken === null ? 'needs no rule' : short(becauseText(spoken.because)),
        matches: tried.flatMap(({ matches }, index) => (matches ? [index + 1] : [])),
        decides: tried.findIndex(({ decides }) => decides) + 1 || null,
      })),
  });
}

const MAX_RULE_TEXT = 512 * 1024;

/** The text of a rule file, as the start of a draft. */
export function ruleText(workspace: string, scope: PageFileScope, terminal: Terminal): Result<RuleText, string> {
  const { permissions: file } = targetOf(locationsAt({ workspace }, terminal), scope);
  const text = readTextFile(file);
  if (!text.ok) return fail(`${file}: ${text.error.message}`);
  if ((text.value ?? '').length > MAX_RULE_TEXT) return fail(`${file} is too long for a page`);
  return ok({ file, text: text.value ?? '' });
}
