import { errorText } from '@caliban/calls/text';
import { systemErrorText } from '../files/system-error.ts';
import { claudeSessions } from './claude-sessions.ts';
import { codexSessions } from './codex-sessions.ts';
import { geminiSessions } from './gemini-sessions.ts';
import { type HistoryReport, HistoryTally } from './history-report.ts';
import { logSessions } from './log-sessions.ts';
import { opencodeSessions } from './opencode-sessions.ts';
import type { HistoryAgent, PastCall } from './past-call.ts';
import type { SessionFile } from './session-files.ts';
import type { HistoryPlaces, IdentifiedCall, SessionReader } from './session-reader.ts';

export type HistoryRequest = {
  /** All agents by default. */
  readonly agents?: readonly HistoryAgent[];
  readonly places: HistoryPlaces;
  /** In milliseconds since 1970. */
  readonly since?: number;
  /** Only calls made in or below this directory; an absolute path. If a symlink leads there, give both spellings. */
  readonly project?: string | readonly string[];
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: HistoryProgress) => void;
};

export type HistoryProgress = {
  readonly bytes: number;
  readonly ofBytes: number;
  readonly calls: number;
};

/** `calls` can be iterated once; `report` fills up meanwhile. */
export type History = { readonly calls: AsyncIterable<PastCall>; readonly report: HistoryReport };

/**
 * Past calls of all agents, one agent after the other, session by session. Memory use doesn't depend on the number of calls,
 * except for the ids that detect repetitions.
 */
export function readHistory(request: HistoryRequest): History {
  const tally = new HistoryTally();
  return { calls: callsOf(request, tally), report: tally };
}

/** The log comes last: for a call that is also in the agent's own record, it knows less about the outcome. */
function newReaders(): readonly SessionReader[] {
  return [claudeSessions(), codexSessions, geminiSessions(), opencodeSessions(), logSessions];
}

async function* callsOf(request: HistoryRequest, tally: HistoryTally): AsyncGenerator<PastCall> {
  const { agents, signal, onProgress } = request;
  const wanted = newReaders().filter(({ agent }) => agents === undefined || agents.includes(agent));
  const sessions = await findAll(wanted, request, tally);
  const ofBytes = sessions.reduce((sum, { file }) => sum + file.size, 0);
  const isWanted = wantedBy(request);
  const known = new Set<string>();
  let calls = 0;
  let bytes = 0;
  for (const { reader, file } of sessions) {
    const ofAgent = tally.of(reader.agent);
    ofAgent.files++;
    try {
      for await (const batch of reader.read(file, ofAgent)) {
        if (signal?.aborted === true) return;
        for (const { id, call } of batch) {
          if (!isWanted(call)) continue;
          // The log has several entries for a call whose patch touches several files.
          if (call.agent === 'log' ? id !== undefined && known.has(id) : isRepeated(id, known)) {
            ofAgent.repeated++;
            continue;
          }
          ofAgent.calls++;
          calls++;
          yield call;
        }
        onProgress?.({ bytes, ofBytes, calls });
      }
    } catch (error) {
      tally.notice({ agent: reader.agent, file: file.path, problem: problemOf(error) });
    }
    bytes += file.size;
    onProgress?.({ bytes, ofBytes, calls });
  }
}

type Session = { readonly reader: SessionReader; readonly file: SessionFile };

async function findAll(
  readers: readonly SessionReader[],
  { places, since }: HistoryRequest,
  tally: HistoryTally,
): Promise<readonly Session[]> {
  const sessions: Session[] = [];
  for (const reader of readers) {
    const { agent } = reader;
    const onSkipped = (file: string, problem: string) => tally.notice({ agent, file, problem });
    for (const file of await reader.find(places, { since, onSkipped })) sessions.push({ reader, file });
  }
  return sessions;
}

function wantedBy({ since, project }: HistoryRequest): (call: PastCall) => boolean {
  const projects = project === undefined ? null : [project].flat();
  return ({ at, cwd }) =>
    (since === undefined || (at !== undefined && at >= since)) &&
    (projects === null || (cwd !== undefined && projects.some((root) => isInside(cwd, root))));
}

function isInside(directory: string, root: string): boolean {
  return directory === root || directory.startsWith(root.endsWith('/') ? root : `${root}/`);
}

/** With more ids than this, repetitions are no longer detected; they only make a pattern look more frequent. */
const MAX_IDS = 1_000_000;

function isRepeated(id: IdentifiedCall['id'], known: Set<string>): boolean {
  if (id === undefined) return false;
  if (known.has(id)) return true;
  if (known.size < MAX_IDS) known.add(id);
  return false;
}

function problemOf(error: unknown): string {
  return (error as NodeJS.ErrnoException | null)?.code === undefined ? errorText(error) : systemErrorText(error);
}
