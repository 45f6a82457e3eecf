import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isRecord } from '@caliban/calls/types';
import type { AgentTally } from './history-report.ts';
import type { PastCall, Ran } from './past-call.ts';
import { readSession } from './read-session.ts';
import { readRecords } from './records.ts';
import { findSessions, type SessionFile } from './session-files.ts';
import type { IdentifiedCall, SessionReader } from './session-reader.ts';

/** Gemini CLI: `tmp/<project>/chats/session-*.jsonl`, in older versions one JSON value in `session-*.json`. */
export function geminiSessions(): SessionReader {
  let projects: ReadonlyMap<string, string> = new Map();
  return {
    agent: 'gemini',
    async find({ directories }, options) {
      const [root] = directories.get('gemini') ?? [];
      if (root === undefined) return [];
      projects = await projectsOf(root);
      return findSessions({
        ...options,
        directory: join(root, 'tmp'),
        depth: 3,
        isSession: (name) => /^session-.*\.jsonl?$/.test(name),
      });
    },
    async *read(file, tally) {
      const session = new Session({ cwd: await projectOf(file, projects), name: basename(file.path), tally });
      if (file.path.endsWith('.json')) {
        yield session.callsOf(await wholeFile(file));
      } else {
        yield* readSession(file, (blocks) => callsIn(readRecords(blocks, tally), session));
      }
      yield session.unfinished();
    },
  };
}

/** The names of project directories, and the hashes that older versions used for them. */
async function projectsOf(root: string): Promise<ReadonlyMap<string, string>> {
  const known = await readJson(join(root, 'projects.json'));
  const projects = isRecord(known) && isRecord(known.projects) ? Object.entries(known.projects) : [];
  return new Map(
    projects.flatMap(([path, name]) => {
      const hash = createHash('sha256').update(path).digest('hex');
      return typeof name === 'string'
        ? [
            [name, path],
            [hash, path],
          ]
        : [[hash, path]];
    }),
  );
}

async function projectOf({ path }: SessionFile, projects: ReadonlyMap<string, string>): Promise<string | undefined> {
  let directory = dirname(path);
  while (basename(directory) !== 'chats' && directory.length > 1) directory = dirname(directory);
  const project = dirname(directory);
  const known = projects.get(basename(project));
  if (known !== undefined) return known;
  const root = await readFile(join(project, '.project_root'), 'utf8').catch(() => '');
  return root.trim().startsWith('/') ? root.trim() : undefined;
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    return undefined;
  }
}

async function wholeFile(file: SessionFile): Promise<unknown> {
  if (file.size > MAX_WHOLE) throw new Error('it is larger than is read at once');
  const parts: Buffer[] = [];
  for await (const block of readSession(file, (blocks) => blocks)) parts.push(block);
  return JSON.parse(Buffer.concat(parts).toString('utf8'));
}

const MAX_WHOLE = 64 * 1024 * 1024;

async function* callsIn(
  batches: AsyncIterable<readonly unknown[]>,
  session: Session,
): AsyncGenerator<readonly IdentifiedCall[]> {
  for await (const records of batches) yield records.flatMap((record) => session.callsOf(record));
}

type Fields = Readonly<Record<string, unknown>>;

/** A message may be written several times while its calls are running; a call is complete once its status is final. */
class Session {
  readonly #cwd: string | undefined;
  readonly #tally: AgentTally;
  #id: string;
  readonly #open = new Map<string, PastCall>();
  readonly #finished = new Set<string>();

  constructor({ cwd, name, tally }: { cwd: string | undefined; name: string; tally: AgentTally }) {
    this.#cwd = cwd;
    this.#id = name;
    this.#tally = tally;
  }

  callsOf(record: unknown): readonly IdentifiedCall[] {
    if (!isRecord(record)) {
      this.#tally.unknown(typeof record);
      return [];
    }
    if (typeof record.sessionId === 'string') this.#id = record.sessionId;
    if (Array.isArray(record.messages)) return record.messages.flatMap((message) => this.callsOf(message));
    if (isRecord(record.$set)) return Array.isArray(record.$set.messages) ? this.callsOf(record.$set) : [];
    if (Array.isArray(record.toolCalls)) return record.toolCalls.flatMap((call) => this.#call(call, record));
    const isKnown = OTHER_MESSAGES.has(record.type) || record.$rewindTo !== undefined || record.sessionId !== undefined;
    if (!isKnown) this.#tally.unknown(record.type);
    return [];
  }

  unfinished(): readonly IdentifiedCall[] {
    return [...this.#open].map(([id, call]) => ({ id, call }));
  }

  #call(call: unknown, message: Fields): readonly IdentifiedCall[] {
    if (!isRecord(call) || typeof call.name !== 'string') return [];
    const written = call.timestamp ?? message.timestamp;
    const at = typeof written === 'string' ? Date.parse(written) : Number.NaN;
    const past: PastCall = {
      agent: 'gemini',
      tool: call.name,
      input: call.args,
      cwd: this.#cwd,
      at: Number.isNaN(at) ? undefined : at,
      session: this.#id,
      ran: ranOf(call),
    };
    const id = typeof call.id === 'string' ? `${this.#id} ${call.id}` : undefined;
    if (id === undefined) return [{ id, call: past }];
    if (this.#finished.has(id)) return [];
    if (!FINAL.has(call.status)) {
      this.#open.set(id, past);
      return [];
    }
    this.#open.delete(id);
    if (this.#finished.size >= MAX_FINISHED) this.#finished.clear();
    this.#finished.add(id);
    return [{ id, call: past }];
  }
}

const MAX_FINISHED = 100_000;

const FINAL: ReadonlySet<unknown> = new Set(['success', 'error', 'cancelled']);

const OTHER_MESSAGES: ReadonlySet<unknown> = new Set(['user', 'gemini', 'info', 'error', 'warning']);

/** `cancelled` means that the user refused or that the call was interrupted: the response shows which. */
function ranOf({ status, result, resultDisplay }: Fields): Ran {
  if (status === 'success') return 'yes';
  const text = JSON.stringify([result, resultDisplay] as const).slice(0, 4_000);
  if (/did not allow tool call|denied by policy|blocked by (?:policy|hook)/i.test(text)) return 'rejected';
  return 'failed-or-unknown';
}
