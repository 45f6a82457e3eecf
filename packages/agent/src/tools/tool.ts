import type { AbsolutePath, Access, Result, ToolCall } from '@caliban/calls';
import type { ConfinedRun } from '@caliban/gate/types';
import type { AgentEvent, Denial } from '../events.ts';
import type { JsonSchema, Usage } from '../models/model.ts';
import type { Rehearsals } from '../rehearsal/rehearsals.ts';
import type { Launcher } from '../sandbox/launch.ts';

/** Something the model can do. Only calls that the gate has allowed are run. */
export interface Tool {
  readonly name: string;
  /** For the model. */
  readonly description: string;
  readonly inputSchema: JsonSchema;
  /** `read` and `internal` tools of one reply run in parallel; plan mode offers these and `network`. */
  readonly access: Access;
  /** The input, checked and frozen, or its errors in words the model can act on. */
  parse(input: unknown): Result<unknown, string>;
  /** `call.input` is the result of `parse`. Rejects only when aborted; other failures are an error output. */
  run(call: ToolCall, context: ToolContext): Promise<ToolOutput>;
}

export type ToolOutput = {
  readonly text: string;
  readonly isError: boolean;
  /** For display: the change an edit made. */
  readonly diff?: string;
  /** Denials and usage of a sub-agent inside the tool; added to those of the run. */
  readonly inside?: { readonly denials: readonly Denial[]; readonly usage: Usage };
};

/** What a running tool may use. */
export type ToolContext = {
  readonly signal: AbortSignal;
  readonly session: SessionState;
  /** Reports more output while it runs. */
  readonly progress: (text: string) => void;
  /** Events of a sub-agent inside the tool, for the frontends. */
  readonly forward?: (event: AgentEvent) => void;
  /** Asks the gate about something the call leads to (a redirect), as a separate call. */
  readonly checkAlso: (tool: string, input: unknown) => Promise<Result<ToolCall, string>>;
  /** True if no static rule denies Read on it. */
  readonly mayRead: (path: AbsolutePath) => boolean;
  /** Called with what confinement denied a command, one sentence each. */
  readonly blocked?: (what: readonly string[]) => void;
  /** It was allowed only if it runs this way. */
  readonly confined?: ConfinedRun | undefined;
};

/** What tools remember between calls. One per session; sub-agents have their own. */
export type SessionState = {
  readonly workspace: AbsolutePath;
  /** Bash's current directory, from which relative paths of every tool start. */
  cwd: AbsolutePath;
  /** Longer output is cut with a notice. */
  readonly maxOutputChars: number;
  readonly env: Readonly<Record<string, string | undefined>>;
  todos: readonly Todo[];
  /** Content seen by Read, by path: an Edit of a file that has changed since is refused. */
  readonly seenFiles: Map<AbsolutePath, string>;
  /** Ends every process the session still owns. */
  readonly processes: ProcessGroups;
  /** How programs are started; unconfined if absent. */
  readonly launcher?: Launcher;
  /** Commands that were rehearsed before they were allowed; null if there are no rehearsals. */
  readonly rehearsals?: Pick<Rehearsals, 'take'> | null;
};

export type Todo = { readonly content: string; readonly status: 'pending' | 'in_progress' | 'completed' };

/** Every child process group that is alive. */
export interface ProcessGroups {
  add(pid: number): void;
  remove(pid: number): void;
  has(pid: number): boolean;
  /** SIGTERM, then SIGKILL after a moment; resolves when none is left. */
  endAll(): Promise<void>;
}
