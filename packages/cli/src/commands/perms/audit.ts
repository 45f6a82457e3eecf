import { visible, visibleJson } from '@caliban/calls/text';
import type { Action } from '@caliban/gate';
import { type AuditLine, auditHeader, followAudit, formatAudit, readAudit } from '@caliban/storage';
import { type AuditTable, isAnswerLine, type Unreadable } from '@caliban/storage/audit';
import type { Args } from '../../command-line/args.ts';
import { INTERRUPTED_EXIT } from '../../command-line/exit-codes.ts';
import { type AuditRequest, readAuditRequest } from '../../log/audit-request.ts';
import { decisionLogFile } from '../../log/decision-log-file.ts';
import { paint } from '../../output/paint.ts';
import { locationsAt } from '../../paths/locations-at.ts';
import { refuseMissingWorkspace } from '../../paths/refuse-missing-workspace.ts';
import type { Terminal } from '../../process/terminal.ts';

/** `perms audit`: the decision log, filtered, printed line by line as it is read. */
export async function audit(args: Args, terminal: Terminal): Promise<number> {
  if (args.operands[0] === 'verify') return (await import('../../hub/verify-log.ts')).verifyLog(args, terminal);
  const request = readAuditRequest(args, Date.now(), terminal);
  refuseMissingWorkspace(args.text('workspace'), terminal);
  const locations = locationsAt({ workspace: args.text('workspace') }, terminal);
  const log = decisionLogFile(locations);
  const { filter, want } = request;
  const unreadable = new UnreadableLines();
  const query = { filter, onUnreadable: (what: Unreadable) => unreadable.add(what) };
  try {
    switch (want.kind) {
      case 'lines': {
        const limit = want.limit === undefined ? {} : { limit: want.limit };
        const count = await show(readAudit({ source: { log }, ...query, ...limit }), request, terminal);
        if (count === 0 && !request.json && want.limit?.lines !== 0) terminal.err(nothingFound(log, request));
        return 0;
      }
      case 'follow': {
        const signal = terminal.interrupted();
        await show(followAudit({ log, past: want.past, signal, ...query }), request, terminal);
        return INTERRUPTED_EXIT;
      }
      case 'stats': {
        const { showStats } = await import('./audit-stats.ts');
        const project = filter.project === undefined ? locations : locationsAt({ workspace: filter.project }, terminal);
        const options = { locations: project, json: request.json, args, since: filter.since };
        await showStats(readAudit({ source: { log }, ...query }), options, terminal);
        return 0;
      }
    }
  } finally {
    unreadable.report(terminal);
  }
}

const BLOCK = 64 * 1024;

function nothingFound(log: string, { filter }: AuditRequest): string {
  const isFiltered = Object.values(filter).some((wanted) => wanted !== undefined);
  return `${visible(log)}: ${isFiltered ? 'no decision is like that' : 'nothing has been decided yet'}\n`;
}

/**
 * A table reads its first lines to see which columns it needs, and is then printed in blocks; when following, every line at once.
 * Returns the number of lines.
 */
async function show(lines: AsyncIterable<AuditLine>, request: AuditRequest, terminal: Terminal): Promise<number> {
  const { want, json } = request;
  const first: AuditLine[] = [];
  let pending = '';
  let table: AuditTable | null = null;
  let count = 0;
  const write = async () => {
    terminal.out(pending);
    pending = '';
    await terminal.drained();
  };
  const add = (line: AuditLine, among: AuditTable) => {
    pending += `${json ? jsonLine(line) : formatAudit(line, among)}\n`;
  };
  const begin = () => {
    table = tableFor(first, request, terminal);
    if (!json && terminal.columns !== undefined) pending += `${auditHeader(table)}\n`;
    for (const line of first) add(line, table);
    return table;
  };
  for await (const line of lines) {
    count++;
    if (table === null) {
      first.push(line);
      if (want.kind === 'lines' && !json && first.length < LOOKED_AT) continue;
      begin();
    } else add(line, table);
    if (want.kind === 'follow' || pending.length >= BLOCK || count === 1) await write();
  }
  if (table === null) begin();
  await write();
  return count;
}

/** Enough to see whether there are several projects and agents. */
const LOOKED_AT = 1_000;

function tableFor(first: readonly AuditLine[], { filter, want }: AuditRequest, terminal: Terminal): AuditTable {
  const hasSeveral = (of: (line: AuditLine) => string | undefined) =>
    new Set(first.flatMap((line) => of(line) ?? [])).size > 1;
  // Later lines may come from any project and agent.
  const isFollowing = want.kind === 'follow';
  return {
    width: terminal.columns,
    showsHost: filter.host === undefined && (isFollowing || hasSeveral(({ entry }) => entry.host)),
    showsProject: filter.project === undefined && (isFollowing || hasSeveral(({ entry }) => entry.workspace)),
    paint: (outcome, text) => paint(COLOURS[outcome] ?? 'ask', text, terminal),
  };
}

const COLOURS: Readonly<Partial<Record<string, Action>>> = { allow: 'allow', deny: 'deny', 'handed-over': 'ask' };

/** As in the file, with the answer if there is one. A line that is an answer itself stays as it is. */
function jsonLine({ text, answer, blocked }: AuditLine): string {
  const line = visibleJson(text);
  if (isAnswerLine(text) || (answer === undefined && blocked === undefined)) return line;
  const more = [
    ...(answer === undefined ? [] : [`"answer":"${answer}"`]),
    ...(blocked === undefined ? [] : [`"blocked":${visibleJson(JSON.stringify(blocked))}`]),
  ];
  return `${line.slice(0, line.lastIndexOf('}'))},${more.join(',')}}`;
}

/** Reported once per file, at the end. */
class UnreadableLines {
  readonly #counts = new Map<string, number>();

  add({ file, problem }: Unreadable): void {
    const key = `${file}: ${problem}`;
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  report(terminal: Terminal): void {
    for (const [what, count] of this.#counts)
      terminal.err(`warning: ${visible(what)}${count > 1 ? ` (${count} times)` : ''}\n`);
  }
}
