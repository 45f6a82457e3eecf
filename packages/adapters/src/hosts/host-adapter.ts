import type { Access, Result } from '@caliban/calls';
import type { Action, PermissionMode } from '@caliban/gate';
import type { Shell } from './protocol/shell-dialect.ts';
import type { HostName } from './registry.ts';

/** A call another agent wants to make, in our names: tool and fields as our rules know them. */
export type HostCall = {
  readonly tool: string;
  readonly input: unknown;
  /** For tools only the host knows. */
  readonly access?: Access;
  /** By which the host finds files itself, from the path on. It doesn't ask us about each of them. */
  readonly globs?: readonly string[];
  /**
   * The directory the model chose for this call, where a tool has a field for it; may be relative to the request's. It says where
   * relative paths lead and must never choose the workspace, whose rules are in force.
   */
  readonly cwd?: string;
  /** The shell the model chose for this call, where a tool has a field for it. */
  readonly shell?: Shell;
};

/** What a host has sent us. */
export type HostRequest =
  | {
      readonly kind: 'calls';
      /** One for most tools; a patch touches several files, and the strictest answer counts for all. */
      readonly calls: readonly [HostCall, ...HostCall[]];
      readonly cwd?: string;
      readonly sessionId?: string;
      readonly toolUseId?: string;
      readonly agent?: string;
      /** The host's own mode where it means the same as ours. */
      readonly mode?: PermissionMode;
      /** It has sent the same call before, so what we leave to it now is in the log already. */
      readonly isRepeated?: true;
      /** The host asks elsewhere, but not when this event tells it to. */
      readonly canAsk?: false;
    }
  /** An event that asks for no permission. */
  | { readonly kind: 'nothing-to-judge' };

/** What the host says after a call that it decided itself. */
export type HostAnswer = {
  /** `failed`: it ran, and reported an error. */
  readonly event: 'ran' | 'failed' | 'refused';
  /** The calls as they were judged. */
  readonly calls: readonly HostCall[];
  readonly cwd?: string | undefined;
  readonly sessionId?: string | undefined;
  readonly toolUseId?: string | undefined;
};

/** Our decision for the host. The message is the reason, for the model or the user. */
export type HostOutcome = { readonly action: Action; readonly message: string };

/** What the hook process prints and ends with. */
export type HostReply = { readonly stdout: string; readonly stderr: string; readonly exitCode: number };

export type ShellPlaces = {
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** As the system's list of users has it. Asked for only where a host goes by it. */
  readonly loginShell: () => string | undefined;
};

/** Pure functions and a name map. */
export interface HostAdapter {
  readonly name: HostName;
  /** The host asks its own user when told to; one that cannot gets a deny, with the remedy in the message. */
  readonly canAsk: boolean;
  /** It announces a call again where it would ask its own user, as `isRepeated`. */
  readonly announcesTwice?: true;
  /** By the environment of its hook: no one sits at it in this run, so what it would ask its user is a refusal. */
  isUnattended?(env: ShellPlaces['env']): boolean;
  /** Not written in JavaScript, as we and most hosts are: it keeps digits of a number that we lose. */
  readonly keepsEveryDigit?: true;
  read(payload: unknown): Result<HostRequest, string>;
  /** An event after a call; null for any other payload. */
  readAnswer(payload: unknown): HostAnswer | null;
  /** A call in the host's history, read as its hook would have announced it. Absent: we read no history of the host. */
  readPast?(call: { readonly tool: string; readonly input: unknown }): readonly HostCall[];
  /** `payload` is whatever came in, since some hosts answer in the shape of the event; it may be nonsense. */
  reply(outcome: HostOutcome, payload: unknown): HostReply;
  /** Which shell runs its commands. Undefined, or absent: not known. */
  shell?(places: ShellPlaces): Shell | undefined;
  /** No opinion, for events that ask for no permission and for calls that are left to the host. */
  readonly silence: HostReply;
}
