import { describeCall, type ToolCall } from '@caliban/calls';
import { visible } from '@caliban/calls/text';
import { type AuditLine, type Locations, type LoggedEntry, readAudit } from '@caliban/storage';
import type { Args } from '../command-line/args.ts';
import { FailedError, UsageError } from '../command-line/problems.ts';
import { readCallRequest } from '../judging/call-request.ts';
import { decisionLogFile } from '../log/decision-log-file.ts';
import { type WorkspaceContext, workspaceContextAt } from '../paths/workspace-context.ts';
import type { Terminal } from '../process/terminal.ts';
import type { DescribedPastCall, PastCallReader } from '../replay/past-call-reader.ts';

/** The call to settle, and the last calls of this project to compare with. */
export type FixRequest = {
  readonly call: ToolCall;
  readonly world: WorkspaceContext;
  /** Its log entry; null: it was typed. */
  readonly logged: LoggedEntry | null;
  /** The latest first. */
  readonly recent: readonly DescribedPastCall[];
};

/** `--last`, `--id TOOL_USE_ID` or `<tool> <input>`. */
export async function readFixRequest(
  args: Args,
  { locations, reader }: { readonly locations: Locations; readonly reader: PastCallReader },
  terminal: Terminal,
): Promise<FixRequest> {
  const wanted = [args.isSet('last'), args.isSet('id'), args.operands.length > 0].filter(Boolean);
  if (wanted.length !== 1)
    throw new UsageError("name one call: --last, --id TOOL_USE_ID, or a tool and its input, such as `Bash 'npm test'`");
  const lines = await recentLines(locations);
  const recent = lines.map(({ entry }) => describedEntry(entry, reader)).toReversed();
  if (args.operands.length > 0) {
    const request = await readCallRequest({ command: 'perms fix', operands: args.operands }, terminal);
    const world = workspaceContextAt({ workspace: args.text('workspace') }, terminal);
    return { call: describeCall({ ...request, context: world.context }), world, logged: null, recent };
  }
  const id = args.text('id');
  const logged = id === undefined ? lastUnsettled(lines) : await entryWithId(id, locations);
  return { ...describedEntry(logged, reader), logged, recent };
}

const MAX_RECENT = 1000;

async function recentLines(locations: Locations): Promise<readonly AuditLine[]> {
  const log = decisionLogFile(locations);
  const lines: AuditLine[] = [];
  const limit = { kind: 'tail', lines: MAX_RECENT } as const;
  for await (const line of readAudit({ source: { log }, filter: { project: locations.workspace }, limit }))
    if (line.entry.truncated !== true) lines.push(line);
  return lines;
}

function lastUnsettled(lines: readonly AuditLine[]): LoggedEntry {
  const found = lines.findLast(({ entry: { action, outcome } }) => action !== 'allow' || outcome !== 'allow');
  if (found !== undefined) return found.entry;
  throw new FailedError(
    "no call of this project was asked about or denied lately; name one: `caliban perms fix Bash 'npm test'`",
  );
}

async function entryWithId(id: string, locations: Locations): Promise<LoggedEntry> {
  let found: LoggedEntry | null = null;
  const log = decisionLogFile(locations);
  for await (const { entry } of readAudit({ source: { log } })) if (entry.tool_use_id === id) found = entry;
  if (found === null)
    throw new FailedError(`no decision with the id \`${visible(id)}\`; \`caliban perms audit --json\` shows the ids`);
  if (found.truncated === true)
    throw new FailedError('the log contains only a part of that call; type the call instead');
  if (found.workspace !== undefined && found.workspace !== locations.workspace)
    throw new FailedError(`that call was made in ${visible(found.workspace)}; add \`--workspace\` with this directory`);
  return found;
}

function describedEntry(entry: LoggedEntry, reader: PastCallReader): DescribedPastCall {
  const [described] = reader.describe({
    agent: 'log',
    tool: entry.tool_name,
    input: entry.input,
    cwd: entry.cwd ?? entry.workspace,
    at: undefined,
    session: entry.session_id ?? '',
    ran: 'failed-or-unknown',
  });
  return described as DescribedPastCall;
}
