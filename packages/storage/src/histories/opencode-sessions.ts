import { join } from 'node:path';
import { isRecord } from '@caliban/calls/types';
import { openSqlite, type SqliteRow } from '../sqlite/open-sqlite.ts';
import type { SqliteEngine } from '../sqlite/sqlite-engine.ts';
import type { AgentTally } from './history-report.ts';
import type { Ran } from './past-call.ts';
import { sessionFile } from './session-files.ts';
import type { IdentifiedCall, SessionReader } from './session-reader.ts';

/** opencode: an SQLite database with sessions and the parts of their messages. */
export const opencodeSessions = (engine?: SqliteEngine): SessionReader => ({
  agent: 'opencode',
  async find({ directories }, { onSkipped }) {
    const [root] = directories.get('opencode') ?? [];
    const file = root === undefined ? null : await sessionFile(join(root, 'opencode.db'), onSkipped);
    return file === null ? [] : [file];
  },
  async *read({ path }, tally) {
    const database = openSqlite(path, { readOnly: true, engine });
    try {
      let batch: IdentifiedCall[] = [];
      for (const row of database.iterate(TOOL_PARTS)) {
        batch.push(...callOf(row, tally));
        if (batch.length < BATCH) continue;
        yield batch;
        batch = [];
      }
      yield batch;
    } finally {
      database.close();
    }
  },
});

const BATCH = 500;

const TOOL_PARTS = `
  select part.data as data, part.time_created as at, part.session_id as session, session.directory as directory
  from part left join session on session.id = part.session_id
  where part.data like '%"tool"%'
  order by part.rowid`;

function callOf({ data, at, session, directory }: SqliteRow, tally: AgentTally): readonly IdentifiedCall[] {
  const part = parsed(data);
  if (part === null) {
    tally.brokenLines++;
    return [];
  }
  if (part.type !== 'tool') return [];
  const { tool, callID, state } = part;
  if (typeof tool !== 'string' || !isRecord(state)) {
    tally.unknown('tool');
    return [];
  }
  return [
    {
      id: typeof callID === 'string' ? callID : undefined,
      call: {
        agent: 'opencode',
        tool,
        input: state.input,
        cwd: typeof directory === 'string' ? directory : undefined,
        at: typeof at === 'number' ? at : undefined,
        session: typeof session === 'string' ? session : '',
        ran: ranOf(state),
      },
    },
  ];
}

function parsed(data: unknown): Readonly<Record<string, unknown>> | null {
  if (typeof data !== 'string') return null;
  try {
    const value: unknown = JSON.parse(data);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

function ranOf({ status, error }: Readonly<Record<string, unknown>>): Ran {
  if (status === 'completed') return 'yes';
  const rejected = /rejected permission|specified a rule which prevents|^caliban did not allow the call/;
  return typeof error === 'string' && rejected.test(error) ? 'rejected' : 'failed-or-unknown';
}
