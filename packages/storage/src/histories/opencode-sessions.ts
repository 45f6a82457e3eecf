import { join } from 'node:path';
import { isRecord } from '@caliban/gate/internal/types/json';
import type { AgentTally } from './history-report.ts';
import type { Ran } from './past-call.ts';
import { sessionFile } from './session-files.ts';
import type { IdentifiedCall, SessionReader } from './session-reader.ts';

/** opencode: a SQLite database with sessions and the parts of their messages. */
export const opencodeSessions: SessionReader = {
  agent: 'opencode',
  async find({ home, env }, { onSkipped }) {
    const { XDG_DATA_HOME: configured = '' } = env;
    const data = configured === '' ? join(home, '.local/share') : configured;
    const file = await sessionFile(join(data, 'opencode', 'opencode.db'), onSkipped);
    return file === null ? [] : [file];
  },
  async *read({ path }, tally) {
    const { DatabaseSync } = await loadSqlite();
    const database = new DatabaseSync(path, { readOnly: true });
    try {
      let batch: IdentifiedCall[] = [];
      for (const row of database.prepare(TOOL_PARTS).iterate()) {
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
};

const BATCH = 500;

const TOOL_PARTS = `
  select part.data as data, part.time_created as at, part.session_id as session, session.directory as directory
  from part left join session on session.id = part.session_id
  where part.data like '%"tool"%'
  order by part.rowid`;

/** As much of `node:sqlite` as is used: the types of the oldest Node we run on don't have it. */
type Sqlite = {
  readonly DatabaseSync: new (
    path: string,
    options: { readonly readOnly: boolean },
  ) => {
    prepare(sql: string): { iterate(): Iterable<Readonly<Record<string, unknown>>> };
    close(): void;
  };
};

async function loadSqlite(): Promise<Sqlite> {
  const name: string = 'node:sqlite';
  try {
    return await withoutWarning(() => import(name) as Promise<Sqlite>);
  } catch {
    throw new Error('it is an SQLite database, which needs Node 22.13 or newer; start caliban with that to read it');
  }
}

/** Node says on standard error that its SQLite may change. */
async function withoutWarning<T>(load: () => Promise<T>): Promise<T> {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return await load();
  } finally {
    process.emitWarning = emitWarning;
  }
}

function callOf(
  { data, at, session, directory }: Readonly<Record<string, unknown>>,
  tally: AgentTally,
): readonly IdentifiedCall[] {
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
  const rejected = /rejected permission|specified a rule which prevents/;
  return typeof error === 'string' && rejected.test(error) ? 'rejected' : 'failed-or-unknown';
}
