import type { AbsolutePath, Access, Result, ToolCall } from '@caliban/calls';
import type { ConfinedRun } from '@caliban/gate/types';
import type { AgentEvent, Denial } from '../events.ts';
import type { JsonSchema, Usage } from '../models/model.ts';
import type { Rehearsals } from '../rehearsal/rehearsals.ts';
import type { Launcher } from '../sandbox/launch.ts';

/** Something the model can do. It runs only what the gate has let through. */
export interface Tool {
  readonly name: string;
  /** For the model. */
  readonly description: string;
  readonly inputSchema: JsonSchema;
  /** `read` and `internal` tools of one reply run side by side; plan mode offers these and `network`. */
  readonly access: Access;
  /** The input, checked and frozen, or what is wrong with it in words the model can act on. */
  parse(input: unknown): Result<unknown, string>;
  /** `call.input` is what `parse` gave. Rejects only when aborted; what fails by the world is an error output. */
  run(call: ToolCall, context: ToolContext): Promise<ToolOutput>;
}

export type ToolOutput = {
  readonly text: string;
  readonly isError: boolean;
  /** For a screen: what an edit changed. */
  readonly diff?: string;
  /** What an agent inside the tool was refused and has used; counts for the run as if it had been its own. */
  readonly inside?: { readonly denials: readonly Denial[]; readonly usage: Usage };
};

/** What a running tool may reach. */
export type ToolContext = {
  readonly signal: AbortSignal;
  readonly session: SessionState;
  /** More output, while it runs. */
  readonly progress: (text: string) => void;
  /** What an agent inside the tool does, for the shells. */
  readonly forward?: (event: AgentEvent) => void;
  /** Asks the gate about something the call leads to (a redirect), as a call of its own. */
  readonly checkAlso: (tool: string, input: unknown) => Promise<Result<ToolCall, string>>;
  /** No static rule denies Read on it. */
  readonly mayRead: (path: AbsolutePath) => boolean;
  /** Told what confinement kept from a command, in words. */
  readonly blocked?: (what: readonly string[]) => void;
  /** It was allowed only if it runs that way. */
  readonly confined?: ConfinedRun | undefined;
};

/** What tools remember between calls. One per session; sub-agents have their own. */
export type SessionState = {
  readonly workspace: AbsolutePath;
  /** Where Bash stands now, and relative paths of every tool start from. */
  cwd: AbsolutePath;
  /** Output beyond it is cut with a notice. */
  readonly maxOutputChars: number;
  readonly env: Readonly<Record<string, string | undefined>>;
  todos: readonly Todo[];
  /** Content seen by Read, by path: an Edit of a file changed since is refused. */
  readonly seenFiles: Map<AbsolutePath, string>;
  /** Ends every process the session still owns. */
  readonly processes: ProcessGroups;
  /** How programs are started; as they are where it is absent. */
  readonly launcher?: Launcher;
  /** Commands that were tried before they were allowed; none where there is no such thing. */
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
