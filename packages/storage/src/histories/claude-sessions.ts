import { dirname, join } from 'node:path';
import { isRecord } from '@caliban/calls/types';
import type { AgentTally } from './history-report.ts';
import type { PastCall, Ran } from './past-call.ts';
import { readSession } from './read-session.ts';
import { readRecords } from './records.ts';
import { findSessions, type SessionFile } from './session-files.ts';
import type { IdentifiedCall, SessionReader } from './session-reader.ts';

/** Claude Code: `projects/<directory>/<session>.jsonl`, sub-agents in `<session>/subagents/agent-*.jsonl`. */
export function claudeSessions(): SessionReader {
  const unsupervised = new Set<string>();
  return {
    agent: 'claude',
    async find({ directories }, options) {
      const found = await Promise.all(
        (directories.get('claude') ?? []).map((root) =>
          findSessions({
            ...options,
            directory: join(root, 'projects'),
            depth: MAX_DEPTH,
            isSession: (name) => name.endsWith('.jsonl'),
          }),
        ),
      );
      return parentsFirst(found.flat());
    },
    read: (file, tally) => readSession(file, (blocks) => callsIn(readRecords(blocks, tally), { tally, unsupervised })),
  };
}

const MAX_DEPTH = 5;

/** A sub-agent's permission mode is recorded only in the session that started it. */
function parentsFirst(files: readonly SessionFile[]): readonly SessionFile[] {
  const parents = new Map(files.map((file) => [file.path.slice(0, -'.jsonl'.length), file]));
  const startedBy = (file: SessionFile): SessionFile => {
    for (let directory = dirname(file.path); directory.length > 1; directory = dirname(directory)) {
      const parent = parents.get(directory);
      if (parent !== undefined) return parent;
    }
    return file;
  };
  return files
    .map((file) => ({ file, parent: startedBy(file) }))
    .sort((a, b) => a.parent.changedAt - b.parent.changedAt || depthOf(a.file) - depthOf(b.file))
    .map(({ file }) => file);
}

function depthOf({ path }: SessionFile): number {
  return path.split('/').length;
}

type Context = {
  readonly tally: AgentTally;
  /** Sessions in a mode that asks no one. */
  readonly unsupervised: Set<string>;
};

async function* callsIn(
  batches: AsyncIterable<readonly unknown[]>,
  context: Context,
): AsyncGenerator<readonly IdentifiedCall[]> {
  const session = new Session(context);
  for await (const records of batches) yield records.flatMap((record) => session.callsOf(record));
  yield session.unanswered();
}

/** What was read of a session so far. A call is complete once its result is read. */
class Session {
  readonly #context: Context;
  readonly #waiting = new Map<string, PastCall>();
  #mode: string | undefined;

  constructor(context: Context) {
    this.#context = context;
  }

  callsOf(record: unknown): readonly IdentifiedCall[] {
    if (!isRecord(record)) {
      this.#context.tally.unknown(typeof record);
      return [];
    }
    if (typeof record.permissionMode === 'string') this.#changeMode(record.permissionMode, record.sessionId);
    switch (record.type) {
      case 'assistant':
        return this.#remember(record);
      case 'user':
        return this.#answered(record);
    }
    if (!OTHER_RECORDS.has(record.type)) this.#context.tally.unknown(record.type);
    return [];
  }

  unanswered(): readonly IdentifiedCall[] {
    const left = [...this.#waiting].map(([id, call]) => ({ id, call }));
    this.#waiting.clear();
    return left;
  }

  #changeMode(mode: string, session: unknown): void {
    this.#mode = mode;
    if (UNSUPERVISED_MODES.has(mode) && typeof session === 'string') this.#context.unsupervised.add(session);
  }

  #remember(record: Fields): readonly IdentifiedCall[] {
    for (const block of blocksOf(record)) {
      if (block.type === 'tool_use' && typeof block.id === 'string' && typeof block.name === 'string') {
        this.#waiting.set(block.id, this.#pastCall(record, block.name, block.input));
      }
    }
    return this.#waiting.size > MAX_WAITING ? this.unanswered() : [];
  }

  #pastCall(record: Fields, tool: string, input: unknown): PastCall {
    const session = typeof record.sessionId === 'string' ? record.sessionId : '';
    const at = typeof record.timestamp === 'string' ? Date.parse(record.timestamp) : Number.NaN;
    const mode = this.#mode;
    const isUnsupervised = mode === undefined ? this.#context.unsupervised.has(session) : UNSUPERVISED_MODES.has(mode);
    return {
      agent: 'claude',
      tool,
      input,
      cwd: typeof record.cwd === 'string' ? record.cwd : undefined,
      at: Number.isNaN(at) ? undefined : at,
      session,
      ran: 'failed-or-unknown',
      ...(mode === undefined ? {} : { mode }),
      ...(isUnsupervised ? { unsupervised: true } : {}),
    };
  }

  #answered(record: Fields): readonly IdentifiedCall[] {
    return blocksOf(record).flatMap((block) => {
      if (block.type !== 'tool_result' || typeof block.tool_use_id !== 'string') return [];
      const id = block.tool_use_id;
      const call = this.#waiting.get(id);
      if (call === undefined) return [];
      this.#waiting.delete(id);
      return [{ id, call: { ...call, ran: ranOf(record, block) } }];
    });
  }
}

type Fields = Readonly<Record<string, unknown>>;

/** Calls still waiting for their result; more than one turn ever makes. */
const MAX_WAITING = 10_000;

/** `auto`: a model approves. */
const UNSUPERVISED_MODES: ReadonlySet<string> = new Set(['bypassPermissions', 'auto']);

/** Records that hold no calls. */
const OTHER_RECORDS: ReadonlySet<unknown> = new Set([
  ...['system', 'summary', 'attachment', 'progress', 'permission-mode', 'mode', 'last-prompt', 'queue-operation'],
  ...['file-history-snapshot', 'custom-title', 'ai-title', 'agent-name', 'agent-color', 'agent-setting', 'tag'],
  ...['pr-link', 'worktree-state', 'content-replacement', 'bridge-session', 'task-summary', 'speculation-accept'],
  ...['attribution-snapshot', 'saved_hook_context', 'marble-origami-commit', 'marble-origami-snapshot'],
]);

function blocksOf({ message }: Fields): readonly Fields[] {
  const content = isRecord(message) ? message.content : undefined;
  return Array.isArray(content) ? content.filter(isRecord) : [];
}

/** Newer versions have fields for this; for older ones, the beginning of the result text decides. */
function ranOf(record: Fields, result: Fields): Ran {
  if (typeof record.toolDenialKind === 'string') {
    return CALLED_OFF.has(record.toolDenialKind) ? 'failed-or-unknown' : 'rejected';
  }
  const decided = isRecord(record.permissionDecision) ? record.permissionDecision.decision : undefined;
  if (decided === 'reject') return 'rejected';
  if (result.is_error !== true) return 'yes';
  const text = resultText(result.content);
  if (REJECTIONS.some((rejection) => rejection.test(text))) return 'rejected';
  return decided === 'accept' || /^(?:Error: )?Exit code \d+/.test(text) ? 'yes' : 'failed-or-unknown';
}

const CALLED_OFF: ReadonlySet<string> = new Set(['interrupted', 'cancelled']);

const REJECTIONS: readonly RegExp[] = [
  /^The user doesn't want to (?:proceed with this tool use|take this action)/,
  /^(?:Error: )?Permission to use .{1,200} has been denied/s,
  /^(?:Error: )?PreToolUse:/,
  /^(?:Error: )?Permission for this action (?:has been|was) denied/,
];

function resultText(content: unknown): string {
  if (typeof content === 'string') return content.slice(0, TEXT_LENGTH);
  const first: unknown = Array.isArray(content) ? content[0] : undefined;
  return isRecord(first) && typeof first.text === 'string' ? first.text.slice(0, TEXT_LENGTH) : '';
}

const TEXT_LENGTH = 500;
