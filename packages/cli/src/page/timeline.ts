import { absolutePath, type CallContext, describeCall } from '@caliban/calls';
import { visible } from '@caliban/calls/text';
import { type AuditLine, type LoggedEntry, readAudit } from '@caliban/storage';
import { callArgument, decisionKind, logReason } from '@caliban/storage/audit';
import { workspaceContextAt } from '../paths/workspace-context.ts';
import type { Terminal } from '../process/terminal.ts';
import type { LogDigest } from './log-digest.ts';
import { type PageRisks, pageRisks } from './page-risks.ts';
import type { Timeline, TimelineEntry } from './page-types.ts';
import { piecesOf } from './pieces.ts';

const MAX_ENTRIES = 1_000;
const MAX_CALL = 2_000;
const AT_ONCE = 20;

/** What a session did, in order, with the rule, the answer and the outcome of each call. */
export async function timelineOf(
  id: string,
  { log, digest }: { readonly log: string; readonly digest: LogDigest },
  terminal: Terminal,
): Promise<Timeline> {
  const lines = readAudit({ source: { log }, filter: { session: id } });
  const contextOf = (where: Where) => workspaceContextAt(where, terminal).context;
  return { session: digest.session(id), ...(await entriesOf(id, lines, contextOf)) };
}

type Where = { readonly workspace: string; readonly cwd: string | undefined };

/** The newest ones of a session. */
export async function entriesOf(
  id: string,
  lines: AsyncIterable<AuditLine>,
  contextOf: (where: Where) => CallContext,
): Promise<Omit<Timeline, 'session'>> {
  let last: AuditLine[] = [];
  let seen = 0;
  for await (const line of lines) {
    if ((line.entry.session_id ?? '') !== id) continue;
    seen++;
    last.push(line);
    if (last.length > 2 * MAX_ENTRIES) last = last.slice(-MAX_ENTRIES);
  }
  const entries: TimelineEntry[] = [];
  for (const [index, { entry, answer }] of last.slice(-MAX_ENTRIES).entries()) {
    // This process also answers hooks.
    if (index % AT_ONCE === 0) await new Promise((resolve) => setImmediate(resolve));
    entries.push(entryOf(entry, answer ?? null, contextOf));
  }
  return { entries, more: seen - entries.length };
}

function entryOf(
  entry: LoggedEntry,
  answer: TimelineEntry['answer'],
  contextOf: (where: Where) => CallContext,
): TimelineEntry {
  const { ts, tool_name: tool, outcome, rule, agent } = entry;
  const { classes, risk } = riskOfEntry(entry, contextOf);
  return {
    at: Date.parse(ts),
    tool: visible(tool),
    call: piecesOf(callArgument(entry).slice(0, MAX_CALL)),
    outcome: OUTCOMES.has(outcome) ? outcome : 'left-to-host',
    asked: decisionKind(entry) === 'asked',
    answer,
    because: visible(logReason(entry)),
    rule: rule === undefined ? null : visible(rule.pattern),
    place:
      rule?.file === undefined
        ? (rule?.layer ?? null)
        : visible(`${rule.file}${rule.line === undefined ? '' : `:${rule.line}`}`),
    classes,
    risk,
    agent: agent === undefined ? null : visible(agent),
  };
}

const OUTCOMES: ReadonlySet<string> = new Set(['allow', 'deny', 'handed-over', 'left-to-host']);

/** As the call is classed today; secrets that were struck out don't matter to it. */
function riskOfEntry(
  { tool_name: tool, input, cwd, workspace }: LoggedEntry,
  contextOf: (where: Where) => CallContext,
): PageRisks {
  try {
    const context = contextOf({ workspace: workspace ?? cwd ?? '/', cwd });
    const here = cwd === undefined ? context : { ...context, cwd: absolutePath(cwd) };
    // Symlinks on today's disk say nothing about that day's call.
    const call = describeCall({ tool, input, context: { ...here, realPath: (path) => path } });
    return pageRisks(call);
  } catch {
    return { classes: [], risk: 'caution' };
  }
}
