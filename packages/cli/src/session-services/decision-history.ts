import type { DecisionHistory, LoggedDecision } from '@caliban/agent/session';
import { absolutePath, type CallContext, describeCall, type ToolCall } from '@caliban/calls';
import { isRecord } from '@caliban/calls/types';
import type { RuleBook, Verdict } from '@caliban/gate';
import { askedParts, askingParts } from '@caliban/gate/inspect';
import { type AuditFilter, type AuditLine, type LoggedEntry, readAudit } from '@caliban/storage';
import { callArgument, logReason, parseAuditLine, REDACTED, rulesOf } from '@caliban/storage/audit';
import type { Terminal } from '../process/terminal.ts';
import { ruleAdvice } from './rule-advice.ts';

/** The decision log, as the terminal shows it. */
export function decisionHistory(
  file: string,
  terminal: Pick<Terminal, 'cwd' | 'env' | 'home'>,
  judging: Judging,
): DecisionHistory {
  const { context } = judging;
  return {
    recent: async (limit) => (await lastLines(file, limit)).map(decisionOf),
    search: async (text, limit, signal) => (await linesWith(text, { file, limit, signal })).map(decisionOf),
    patternsFor: ({ json }) => patternsFor(json, judging),
    recentCalls: (limit) => recentCalls(file, limit, context()),
    advice: (signal) => ruleAdvice(context().workspace, terminal, signal),
  };
}

/** The last calls, described again as if they were made now. */
export async function recentCalls(file: string, limit: number, context: CallContext): Promise<readonly ToolCall[]> {
  const lines = await lastLines(file, limit);
  return lines.flatMap(({ entry }): ToolCall[] => (isWhole(entry) ? [callOf(entry, context)] : []));
}

/** Truncated or redacted input would match other patterns than the call did. */
function isWhole({ input, truncated }: LoggedEntry): boolean {
  return input !== undefined && truncated !== true && !JSON.stringify(input).includes(REDACTED);
}

/** In the call's directory, which may differ from the current one. */
function callOf({ tool_name: tool, input, cwd }: LoggedEntry, here: CallContext): ToolCall {
  const context = typeof cwd === 'string' ? { ...here, cwd: absolutePath(cwd) } : here;
  return describeCall({ tool, input, context });
}

type Search = { readonly file: string; readonly limit: number; readonly signal: AbortSignal };

async function linesWith(text: string, { file, limit, signal }: Search): Promise<readonly AuditLine[]> {
  const searched = text.trim().toLowerCase();
  const where = (entry: LoggedEntry) => {
    signal.throwIfAborted();
    return searchedText(entry).toLowerCase().includes(searched);
  };
  return lastLines(file, limit, { where });
}

/** The visible parts of an entry, and its input. */
function searchedText(entry: LoggedEntry): string {
  const { tool_name, outcome, workspace = '', host = '', input } = entry;
  const rules = rulesOf(entry).map(({ pattern }) => pattern);
  const asked = outcome === 'handed-over' ? 'asked' : outcome;
  return [tool_name, asked, callArgument(entry), logReason(entry), ...rules, workspace, host, inputText(input)].join(
    ' ',
  );
}

function inputText(input: unknown): string {
  return isRecord(input)
    ? Object.values(input)
        .filter((value) => typeof value === 'string')
        .join(' ')
    : '';
}

/** How the session judges a call by its rules, and those rules. */
export type Judging = {
  readonly judge: (call: ToolCall) => Verdict;
  readonly book: () => RuleBook;
  readonly context: () => CallContext;
};

function patternsFor(json: string, { judge, book, context }: Judging): readonly string[] {
  const { line } = parseAuditLine(json);
  if (line === null || !('entry' in line) || !isWhole(line.entry)) return [];
  const call = callOf(line.entry, context());
  const question = { call, verdict: judge(call) };
  const [first] = askedParts(question, askingParts(question, book()));
  return (first?.suggestions ?? []).map(({ pattern }) => pattern).toReversed();
}

async function lastLines(file: string, lines: number, filter: AuditFilter = {}): Promise<readonly AuditLine[]> {
  const found: AuditLine[] = [];
  for await (const line of readAudit({ source: { log: file }, filter, limit: { kind: 'tail', lines } }))
    found.push(line);
  return found;
}

function decisionOf({ text, entry, answer }: AuditLine): LoggedDecision {
  return {
    at: new Date(entry.ts),
    tool: entry.tool_name,
    summary: callArgument(entry),
    outcome: OUTCOMES.has(entry.outcome) ? entry.outcome : 'left-to-host',
    ...(answer === undefined ? {} : { answer }),
    because: logReason(entry),
    workspace: entry.workspace ?? '',
    ...(entry.rule === undefined ? {} : { rule: entry.rule.pattern }),
    json: text,
  };
}

/** An outcome of another version means that the host decided. */
const OUTCOMES: ReadonlySet<string> = new Set(['allow', 'deny', 'handed-over', 'left-to-host']);
