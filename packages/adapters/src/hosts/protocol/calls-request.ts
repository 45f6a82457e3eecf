import type { PermissionMode } from '@caliban/gate';
import type { HostCall, HostRequest } from '../host-adapter.ts';

export type Calls = readonly [HostCall, ...HostCall[]];

export type RequestParts = {
  readonly calls: Calls;
  readonly cwd: string | undefined;
  readonly sessionId: string | undefined;
  readonly toolUseId?: string | undefined;
  readonly agent?: string | undefined;
  readonly mode?: PermissionMode | undefined;
  readonly isRepeated?: true | undefined;
  readonly canAsk?: false | undefined;
};

/** Leaves out fields that the host didn't send. */
export function callsRequest({ calls, ...parts }: RequestParts): HostRequest {
  const said = Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined));
  return { kind: 'calls', calls, ...said };
}
