import { listArchives } from '../audit/archives.ts';
import type { AuditLine, LoggedEntry } from '../audit/read/logged-entry.ts';
import { readAudit } from '../audit/read/read-audit.ts';
import { followLinks } from '../files/follow-links.ts';
import type { Ran } from './past-call.ts';
import { sessionFile } from './session-files.ts';
import type { IdentifiedCall, SessionReader } from './session-reader.ts';

/** Our own decision log with its archives, treated as one session file: each line names its session. */
export const logSessions: SessionReader = {
  agent: 'log',
  async find({ log: written }, { onSkipped }) {
    const log = followLinks(written);
    const parts = [log, ...listArchives(log).map(({ path }) => path)];
    const found = await Promise.all(parts.map((path) => sessionFile(path, onSkipped)));
    const size = found.reduce((sum, part) => sum + (part?.size ?? 0), 0);
    return size === 0 ? [] : [{ path: log, size, changedAt: 0 }];
  },
  async *read({ path }, tally) {
    let batch: IdentifiedCall[] = [];
    const onUnreadable = () => tally.brokenLines++;
    for await (const line of readAudit({ source: { log: path }, onUnreadable })) {
      // Only part of the input was logged, so the call can't be judged.
      if (line.entry.truncated === true) tally.longLines++;
      else batch.push(callOf(line));
      if (batch.length < BATCH) continue;
      yield batch;
      batch = [];
    }
    yield batch;
  },
};

const BATCH = 500;

function callOf(line: AuditLine): IdentifiedCall {
  const { entry } = line;
  const at = Date.parse(entry.ts);
  return {
    id: entry.tool_use_id,
    call: {
      agent: 'log',
      tool: entry.tool_name,
      input: entry.input,
      cwd: entry.cwd,
      at: Number.isNaN(at) ? undefined : at,
      session: entry.session_id ?? '',
      ran: ranOf(line),
      ...(entry.mode === undefined ? {} : { mode: entry.mode }),
      ...(isUnsupervised(entry) ? { unsupervised: true } : {}),
    },
  };
}

/** A question that couldn't be asked isn't a rejection: the same call may be allowed at a terminal. */
function ranOf({ entry: { action, outcome, because }, answer }: AuditLine): Ran {
  switch (outcome) {
    case 'allow':
      return 'yes';
    case 'handed-over':
    case 'left-to-host':
      if (answer === undefined || answer === 'failed') return 'failed-or-unknown';
      return answer === 'ran' ? 'yes' : 'rejected';
    case 'deny':
      if (action === 'deny') return because?.kind === 'fault' ? 'failed-or-unknown' : 'rejected';
      return because?.kind === 'operator' && because.by === 'operator' ? 'rejected' : 'failed-or-unknown';
  }
}

/** Allowed by a mode, a model or an automatic handler, not by a rule or a person's answer. */
function isUnsupervised({ mode, because }: LoggedEntry): boolean {
  if (mode === 'disabled') return true;
  switch (because?.kind) {
    case 'mode':
      return because.mode !== 'acceptEdits';
    case 'operator':
      return because.by !== 'operator';
    case 'typed':
      // A command that a person ran says nothing about what an agent may do.
      return true;
    default:
      return because?.kind === 'classifier';
  }
}
