import { closeSync, constants, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import type { HostAdapter, HostName } from '@caliban/adapters';
import type { HostAnswer } from '@caliban/adapters/hosts';
import { canonicalJson, isoTime } from '@caliban/calls/text';
import { isRecord } from '@caliban/calls/types';
import type { Locations, LoggedEntry } from '@caliban/storage';
import { answerLine, isLeftToHost, LogFile, parseAuditLine, sha256 } from '@caliban/storage/audit';
import { decisionLogFile } from '../log/decision-log-file.ts';
import { version } from '../process/version.ts';
import { adapterFor } from './adapters.ts';
import { offersDirectory } from './always/offers-directory.ts';
import { Deadline } from './deadline.ts';
import { type HookCaller, THIS_PROCESS } from './hook-caller.ts';
import { hookPlace } from './hook-place.ts';
import { readInput } from './read-input.ts';

/** `caliban hook <host> --after`: an event after a call on standard input. Always exits with 0: the call has run. */
export async function recordAnswerOf(host: string): Promise<void> {
  try {
    const adapter = await adapterFor(host);
    const input = await readInput(new Deadline(process.env, () => process.exit(0)));
    if (adapter !== undefined) await followUp(adapter, JSON.parse(input), THIS_PROCESS);
  } catch {
    // An unreadable event has no outcome to record.
  }
  process.exitCode = 0;
}

/** An event after a call; any other payload is ignored. */
export async function followUp(adapter: HostAdapter, payload: unknown, caller: HookCaller): Promise<void> {
  const answer = adapter.readAnswer(payload);
  if (answer === null) return;
  const { locations } = hookPlace(adapter.name, answer.cwd, caller);
  // Only after a dialog that offered a rule.
  const wasOffered = answer.event !== 'refused' && existsSync(offersDirectory(locations));
  const always = wasOffered
    ? await (await import('./always/keep-always.ts')).keepAlways({ host: adapter.name, payload, locations })
    : [];
  recordAnswer(adapter.name, answer, { locations, always, warn: caller.warn });
}

/**
 * Records the outcome of a call that the host decided. The decision is looked up at the end of the log: without one there is
 * nothing to follow up on, for instance if the log is switched off. Never throws.
 */
function recordAnswer(
  host: HostName,
  { event, calls, sessionId, toolUseId }: HostAnswer,
  {
    locations,
    always,
    warn,
  }: { readonly locations: Locations; readonly always: readonly string[]; readonly warn: (text: string) => void },
): void {
  const log = decisionLogFile(locations);
  try {
    const decisions = openDecisions(log, { sessionId, toolUseId, calls });
    const written = new Set<string>();
    for (const entry of decisions) {
      const { session_id, tool_use_id, workspace, tool_name, input_sha256 } = entry;
      const kept = always.length > 0 ? always : undefined;
      const about = { session_id, tool_use_id, host, workspace, tool_name, input_sha256, always: kept };
      written.add(answerLine({ ts: isoTime(Date.now()), event, ...defined(about) }, version()));
    }
    if (written.size > 0) append(log, [...written]);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    warn(`caliban: what happened to a call could not be logged: ${error}\n`);
  }
}

/** The next decision rotates the log if needed: only decisions know the operator's settings. */
function append(file: string, lines: readonly string[]): void {
  const never = Number.POSITIVE_INFINITY;
  const log = new LogFile({
    file,
    maxBytes: never,
    keep: never,
    settleMs: 60_000,
    now: Date.now,
    onRotated() {},
    onTrouble() {},
  });
  for (const line of lines) log.append(line);
  log.close();
}

type Wanted = Pick<HostAnswer, 'sessionId' | 'toolUseId' | 'calls'>;

/** The newest decisions about the call that were left to the host and have no answer yet. */
function openDecisions(log: string, wanted: Wanted): readonly LoggedEntry[] {
  const { sessionId, toolUseId } = wanted;
  const isWanted = matcherOf(wanted);
  const needle = sessionId === undefined ? '' : JSON.stringify(sessionId);
  const found = new Map<string, LoggedEntry>();
  for (const text of lastLines(log)) {
    if (!text.includes(needle)) continue;
    const { line } = parseAuditLine(text);
    if (line === null) continue;
    if ('answered' in line) {
      // A second report about the same call.
      if (toolUseId !== undefined && line.answered.tool_use_id === toolUseId) return [];
      continue;
    }
    const { entry } = line;
    if (!isWanted(entry)) continue;
    const key = `${entry.tool_use_id} ${entry.tool_name} ${entry.input_sha256}`;
    if (isLeftToHost(entry) && !found.has(key)) found.set(key, entry);
    // An older entry with the same input is another call.
    if (entry.tool_use_id === undefined && wanted.calls.length === 1) break;
  }
  return [...found.values()];
}

/** By its id if both have one, else by its input. Commands are equal even if their directory is reported differently. */
function matcherOf({ sessionId, toolUseId, calls }: Wanted): (entry: LoggedEntry) => boolean {
  const hashes = calls.map(({ tool, input }) => {
    const canonical = canonicalJson(input);
    return `${tool} ${canonical.ok ? sha256(canonical.value) : ''}`;
  });
  const commands = calls.flatMap(({ input }) => commandOf(input) ?? []);
  return (entry) => {
    if (entry.session_id !== sessionId) return false;
    if (entry.tool_use_id !== undefined && toolUseId !== undefined) return entry.tool_use_id === toolUseId;
    const command = commandOf(entry.input);
    return (
      hashes.includes(`${entry.tool_name} ${entry.input_sha256}`) ||
      (command !== undefined && commands.includes(command))
    );
  };
}

function commandOf(input: unknown): string | undefined {
  return isRecord(input) && typeof input.command === 'string' ? input.command : undefined;
}

/** Newest first. An answer comes soon, so the decision is near the end. */
function lastLines(log: string): readonly string[] {
  const descriptor = openSync(log, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const { size } = fstatSync(descriptor);
    const bytes = Buffer.alloc(Math.min(size, MAX_LOOKED_AT));
    const length = readSync(descriptor, bytes, 0, bytes.length, size - bytes.length);
    return bytes.toString('utf8', 0, length).split('\n').reverse();
  } finally {
    closeSync(descriptor);
  }
}

const MAX_LOOKED_AT = 1024 * 1024;

function defined<Fields extends object>(
  fields: Fields,
): { readonly [Name in keyof Fields]: Exclude<Fields[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]: Exclude<Fields[Name], undefined>;
  };
}
