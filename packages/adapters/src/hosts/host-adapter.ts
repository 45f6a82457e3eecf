import type { Access, Result } from '@caliban/calls';
import type { Action, PermissionMode } from '@caliban/gate';
import type { Shell } from './protocol/shell-dialect.ts';
import type { HostName } from './registry.ts';

/** A call that another agent wants to make, with tool and fields named as in our rules. */
export type HostCall = {
  readonly tool: string;
  readonly input: unknown;
  /** For tools that only the host knows. */
  readonly access?: Access;
  /** Globs by which the host itself finds files, relative to the path. It doesn't ask us about each of them. */
  readonly globs?: readonly string[];
  /**
   * The directory the model chose for this call, if the tool has a field for it; may be relative to the request's. It resolves
   * relative paths and must never choose the workspace, which decides whose rules apply.
   */
  readonly cwd?: string;
  /** The shell the model chose for this call, if the tool has a field for it. */
  readonly shell?: Shell;
};

/** A parsed hook payload. */
export type HostRequest =
  | {
      readonly kind: 'calls';
      /** One for most tools. A patch touches several files; the strictest answer then applies to all. */
      readonly calls: readonly [HostCall, ...HostCall[]];
      readonly cwd?: string;
      readonly sessionId?: string;
      readonly toolUseId?: string;
      readonly agent?: string;
      /** The host's mode, if it means the same as one of ours. */
      readonly mode?: PermissionMode;
      /** The host has sent the same call before, so if we now leave it to the host, that is already in the log. */
      readonly isRepeated?: true;
      /** The host can ask in other events, but not in this one. */
      readonly canAsk?: false;
    }
  /** An event that doesn't ask for permission. */
  | { readonly kind: 'nothing-to-judge' };

/** What the host reports after a call that it decided itself. */
export type HostAnswer = {
  /** `failed`: it ran and reported an error. */
  readonly event: 'ran' | 'failed' | 'refused';
  /** The calls as they were judged. */
  readonly calls: readonly HostCall[];
  readonly cwd?: string | undefined;
  readonly sessionId?: string | undefined;
  readonly toolUseId?: string | undefined;
};

/** Our decision for the host. The message is the reason, for the model or the user. */
export type HostOutcome = { readonly action: Action; readonly message: string };

/** Output and exit code of the hook process. */
export type HostReply = { readonly stdout: string; readonly stderr: string; readonly exitCode: number };

export type ShellPlaces = {
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** From the system's user database. Called only if the host uses it. */
  readonly loginShell: () => string | undefined;
};

export type Parking = {
  /** By the payload and the environment of the hook. Null: this call can't be parked. */
  readonly callOf: (payload: unknown, env: ShellPlaces['env']) => ParkableCall | null;
  /** By the text of its record: whether the host would do it. Some go on as if nothing had been said where they can't. */
  readonly isSafe: (record: string, call: ParkableCall) => boolean;
  readonly reply: (message: string) => HostReply;
};

/** `record`: the file in which the host writes the conversation. */
export type ParkableCall = { readonly record: string; readonly toolUseId: string };

/** Pure functions and a name map. */
export interface HostAdapter {
  readonly name: HostName;
  /** Whether the host can ask its own user on our behalf. If not, it gets a deny whose message says what to do. */
  readonly canAsk: boolean;
  /** It announces a call a second time when it would ask its own user, marked as `isRepeated`. */
  readonly announcesTwice?: true;
  /** By the hook's environment: this run has no user, so anything the host would ask about is refused. */
  isUnattended?(env: ShellPlaces['env']): boolean;
  /** The host isn't written in JavaScript: it keeps digits of large numbers that we lose. */
  readonly keepsEveryDigit?: true;
  read(payload: unknown): Result<HostRequest, string>;
  /** Reads an event after a call; null for any other payload. */
  readAnswer(payload: unknown): HostAnswer | null;
  /** Reads a call from the host's history as its hook would have announced it. Absent: we don't read this host's history. */
  readPast?(call: { readonly tool: string; readonly input: unknown }): readonly HostCall[];
  /** `payload` is the raw input, because some hosts expect a reply in the format of the event; it may be invalid. */
  reply(outcome: HostOutcome, payload: unknown): HostReply;
  /** The shell that runs its commands. Undefined or absent: unknown. */
  shell?(places: ShellPlaces): Shell | undefined;
  /** The host can end its run before a call, and announces the very same call again when the run is resumed. */
  readonly parking?: Parking;
  /** No opinion: for events that don't ask for permission and calls that are left to the host. */
  readonly silence: HostReply;
}
