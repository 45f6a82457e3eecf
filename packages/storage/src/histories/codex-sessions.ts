import { join } from 'node:path';
import { isRecord } from '@caliban/calls/types';
import type { AgentTally } from './history-report.ts';
import type { PastCall, Ran } from './past-call.ts';
import { readSession } from './read-session.ts';
import { readRecords } from './records.ts';
import { findSessions } from './session-files.ts';
import type { IdentifiedCall, SessionReader } from './session-reader.ts';
import { unpackZstd } from './unpack-zstd.ts';

/** Codex: `sessions/<year>/<month>/<day>/rollout-*.jsonl`, older ones `.jsonl.zst`, and `archived_sessions`. */
export const codexSessions: SessionReader = {
  agent: 'codex',
  async find({ directories }, options) {
    const roots = directories.get('codex') ?? [];
    const found = await Promise.all(
      roots
        .flatMap((root) => [join(root, 'sessions'), join(root, 'archived_sessions')])
        .map((directory) =>
          findSessions({
            ...options,
            directory,
            depth: 3,
            isSession: (file) => /^rollout-.*\.jsonl(?:\.zst)?$/.test(file),
          }),
        ),
    );
    return found.flat();
  },
  read: (file, tally) =>
    readSession(file, (blocks) =>
      callsIn(readRecords(file.path.endsWith('.zst') ? unpackZstd(blocks) : blocks, tally), tally),
    ),
};

async function* callsIn(
  batches: AsyncIterable<readonly unknown[]>,
  tally: AgentTally,
): AsyncGenerator<readonly IdentifiedCall[]> {
  const session = new Session(tally);
  for await (const records of batches) yield records.flatMap((record) => session.callsOf(record));
  yield session.unanswered();
}

type Fields = Readonly<Record<string, unknown>>;

class Session {
  readonly #tally: AgentTally;
  readonly #waiting = new Map<string, PastCall>();
  readonly #finished = new Set<string>();
  #id = '';
  #cwd: string | undefined;
  #approval: string | undefined;
  #sandbox: string | undefined;

  constructor(tally: AgentTally) {
    this.#tally = tally;
  }

  callsOf(record: unknown): readonly IdentifiedCall[] {
    if (!isRecord(record)) {
      this.#tally.unknown(typeof record);
      return [];
    }
    const at = typeof record.timestamp === 'string' ? Date.parse(record.timestamp) : Number.NaN;
    const time = Number.isNaN(at) ? undefined : at;
    switch (record.type) {
      case 'session_meta':
        return this.#begin(fieldsOf(record.payload));
      case 'turn_context':
        return this.#changeTurn(fieldsOf(record.payload));
      case 'response_item':
        return this.#item(fieldsOf(record.payload), time);
      case 'event_msg':
        return this.#event(fieldsOf(record.payload), time);
      case 'compacted':
      case 'world_state':
      case 'inter_agent_communication':
      case 'inter_agent_communication_metadata':
        return [];
    }
    if (record.record_type === 'state') return [];
    // The first versions wrote the items directly, after a line about the session.
    if (record.type === undefined && typeof record.id === 'string') return this.#begin(record);
    return this.#item(record, time);
  }

  unanswered(): readonly IdentifiedCall[] {
    const left = [...this.#waiting].map(([id, call]) => ({ id, call }));
    this.#waiting.clear();
    return left;
  }

  #begin({ id, cwd }: Fields): readonly IdentifiedCall[] {
    if (typeof id === 'string') this.#id = id;
    if (typeof cwd === 'string') this.#cwd = cwd;
    return [];
  }

  #changeTurn({ cwd, approval_policy, sandbox_policy }: Fields): readonly IdentifiedCall[] {
    if (typeof cwd === 'string') this.#cwd = cwd;
    if (typeof approval_policy === 'string') this.#approval = approval_policy;
    const sandbox = isRecord(sandbox_policy) ? (sandbox_policy.type ?? sandbox_policy.mode) : sandbox_policy;
    if (typeof sandbox === 'string') this.#sandbox = sandbox;
    return [];
  }

  #item(item: Fields, at: number | undefined): readonly IdentifiedCall[] {
    switch (item.type) {
      case 'function_call':
        return this.#remember(item.call_id, this.#pastCall(toolOf(item), argumentsOf(item.arguments), at));
      case 'custom_tool_call':
        return this.#remember(item.call_id, this.#pastCall(toolOf(item), { input: item.input }, at));
      case 'local_shell_call': {
        const { command, working_directory: workdir } = fieldsOf(item.action);
        return this.#remember(item.call_id ?? item.id, this.#pastCall('local_shell', { command, workdir }, at));
      }
      case 'function_call_output':
      case 'custom_tool_call_output':
        return this.#finish(item.call_id, ranOf(item.output));
    }
    if (!OTHER_ITEMS.has(item.type)) this.#tally.unknown(item.type);
    return [];
  }

  /** For commands started from code, only the end is recorded. */
  #event(event: Fields, at: number | undefined): readonly IdentifiedCall[] {
    const item = fieldsOf(event.item);
    if (event.type !== 'item_completed' || item.type !== 'CommandExecution') return [];
    const ran: Ran = item.status === 'declined' ? 'rejected' : COMPLETED.has(item.status) ? 'yes' : 'failed-or-unknown';
    const { id, command, cwd } = item;
    if (typeof id !== 'string') return [];
    if (this.#waiting.has(id)) return this.#finish(id, ran);
    if (this.#finished.has(id) || command === undefined) return [];
    const call = { ...this.#pastCall('shell', { command }, at), ran };
    this.#finished.add(id);
    return [{ id, call: typeof cwd === 'string' ? { ...call, cwd } : call }];
  }

  #pastCall(tool: string, input: unknown, at: number | undefined): PastCall {
    const mode = [this.#approval, this.#sandbox].filter((part) => part !== undefined).join(', ');
    return {
      agent: 'codex',
      tool,
      input,
      cwd: this.#cwd,
      at,
      session: this.#id,
      ran: 'failed-or-unknown',
      ...(mode === '' ? {} : { mode }),
      ...(this.#approval === 'never' || this.#sandbox === 'danger-full-access' ? { unsupervised: true } : {}),
    };
  }

  #remember(id: unknown, call: PastCall): readonly IdentifiedCall[] {
    if (typeof id !== 'string') return [{ id: undefined, call }];
    this.#waiting.set(id, call);
    return this.#waiting.size > MAX_WAITING ? this.unanswered() : [];
  }

  #finish(id: unknown, ran: Ran): readonly IdentifiedCall[] {
    const call = typeof id === 'string' ? this.#waiting.get(id) : undefined;
    if (typeof id !== 'string' || call === undefined) return [];
    this.#waiting.delete(id);
    if (this.#finished.size >= MAX_WAITING) this.#finished.clear();
    this.#finished.add(id);
    return [{ id, call: { ...call, ran } }];
  }
}

const MAX_WAITING = 10_000;

const COMPLETED: ReadonlySet<unknown> = new Set(['completed', 'failed']);

/** Items that aren't tool calls. */
const OTHER_ITEMS: ReadonlySet<unknown> = new Set([
  ...['message', 'reasoning', 'web_search_call', 'ghost_snapshot', 'compaction', 'compaction_summary', 'other'],
  ...['image_generation_call', 'tool_search_call', 'tool_search_output', 'context_compaction', 'agent_message'],
]);

function fieldsOf(value: unknown): Fields {
  return isRecord(value) ? value : {};
}

/** Newer versions name the MCP server in a separate field. */
function toolOf({ name, namespace }: Fields): string {
  const tool = typeof name === 'string' ? name : '';
  if (typeof namespace !== 'string' || !namespace.startsWith('mcp__') || tool.startsWith('mcp__')) return tool;
  return `${namespace.replace(/_+$/, '')}__${tool}`;
}

/** JSON, as the model wrote it. */
function argumentsOf(written: unknown): unknown {
  if (typeof written !== 'string') return written;
  try {
    return JSON.parse(written);
  } catch {
    return written;
  }
}

function ranOf(output: unknown): Ran {
  const { content = output, success } = fieldsOf(output);
  const text = typeof content === 'string' ? content.slice(0, 500) : '';
  if (REJECTIONS.some((rejection) => rejection.test(text))) return 'rejected';
  if (/^aborted\b/i.test(text)) return 'failed-or-unknown';
  if (RAN.test(text)) return 'yes';
  return success === false || FAILURES.test(text) ? 'failed-or-unknown' : 'yes';
}

const REJECTIONS: readonly RegExp[] = [
  /rejected by user/i,
  /^(?:exec )?command (?:was )?rejected/i,
  /^(?:Command|Tool call) blocked by PreToolUse hook/i,
  /\bCodexErr\(Rejected|Rejected\("/,
];

const RAN = /^(?:Exit code: |Chunk ID: |Wall time: |\{"output":)/;
const FAILURES = /^(?:failed to |unsupported call|error|execution error|apply_patch verification failed)/i;
