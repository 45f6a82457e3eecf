import { visible } from '@caliban/gate/internal/text/visible';
import { visibleJson } from '@caliban/gate/internal/text/visible-json';
import { followAudit } from '@caliban/storage/internal/audit/read/follow-audit';
import { auditHeader, formatAudit } from '@caliban/storage/internal/audit/read/format-audit';
import type { Unreadable } from '@caliban/storage/internal/audit/read/line-reader';
import type { AuditLine } from '@caliban/storage/internal/audit/read/logged-entry';
import { readAudit } from '@caliban/storage/internal/audit/read/read-audit';
import type { Args } from '../../command-line/args.ts';
import { INTERRUPTED_EXIT } from '../../command-line/exit-codes.ts';
import { type AuditRequest, readAuditRequest } from '../../log/audit-request.ts';
import { decisionLogFile } from '../../log/decision-log-file.ts';
import { paint } from '../../output/paint.ts';
import { locationsAt } from '../../places/locations-at.ts';
import { refuseMissingWorkspace } from '../../places/refuse-missing-workspace.ts';
import type { Terminal } from '../../process/terminal.ts';

/** `perms audit`: the decision log, filtered; line by line as it is read. */
export async function audit(args: Args, terminal: Terminal): Promise<number> {
  const request = readAuditRequest(args, Date.now());
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
        await showStats(readAudit({ source: { log }, ...query }), { locations, json: request.json }, terminal);
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

/** The first line at once, then in blocks; when following, every line at once. Gives how many. */
async function show(
  lines: AsyncIterable<AuditLine>,
  { want, json }: AuditRequest,
  terminal: Terminal,
): Promise<number> {
  const { columns } = terminal;
  if (!json && columns !== undefined) terminal.out(`${auditHeader(columns)}\n`);
  let pending = '';
  let count = 0;
  for await (const { text, entry } of lines) {
    const line = json ? visibleJson(text) : formatAudit(entry, columns);
    pending += `${json ? line : coloured(entry, line, terminal)}\n`;
    if (count++ > 0 && want.kind !== 'follow' && pending.length < BLOCK) continue;
    terminal.out(pending);
    pending = '';
    await terminal.drained();
  }
  terminal.out(pending);
  return count;
}

function coloured({ outcome }: AuditLine['entry'], line: string, terminal: Terminal): string {
  return outcome === 'allow' || outcome === 'deny' ? paint(outcome, line, terminal) : line;
}

/** Told once a file, at the end. */
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
