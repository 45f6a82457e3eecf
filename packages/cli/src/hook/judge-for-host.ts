import type { HostAdapter } from '@caliban/adapters';
import type { HostCall, HostOutcome, HostReply, HostRequest } from '@caliban/adapters/internal/hosts/host-adapter';
import { describeCall } from '@caliban/gate/internal/describe/describe-call';
import type { Origin, ToolCall } from '@caliban/gate/internal/types/tool-call';
import { HookGate } from './hook-gate.ts';
import { type HookPlace, hookPlace } from './hook-place.ts';
import { hookPolicy } from './hook-policy.ts';

export type JudgedForHost = {
  readonly reply: HostReply;
  /** What the host need not wait for. */
  readonly afterwards: () => void;
};

/** Payload → calls → verdicts, each logged → the host's reply. */
export async function judgeForHost(adapter: HostAdapter, payload: unknown): Promise<JudgedForHost> {
  const request = adapter.read(payload);
  if (!request.ok) throw new Error(request.error);
  if (request.value.kind === 'nothing-to-judge') return { reply: adapter.silence, afterwards() {} };

  const { calls, cwd, mode, canAsk = adapter.canAsk } = request.value;
  const place = hookPlace(adapter.name, cwd);
  const policy = await hookPolicy(place.locations);
  const gate = new HookGate({ policy, locations: place.locations, mode, canAsk });
  const outcomes: HostOutcome[] = [];
  for (const call of calls) outcomes.push(await gate.outcomeFor(described(call, request.value, place)));
  return {
    reply: adapter.reply(strictest(outcomes), payload),
    afterwards: () => gate.close(),
  };
}

function described(
  { tool, input, access, cwd }: HostCall,
  { sessionId, toolUseId, agent }: Extract<HostRequest, { kind: 'calls' }>,
  { surroundings }: HookPlace,
): ToolCall {
  const origin: Origin = {
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(toolUseId === undefined ? {} : { toolUseId }),
    ...(agent === undefined ? {} : { agent }),
  };
  return describeCall({
    tool,
    input,
    surroundings: surroundings(cwd),
    origin,
    ...(access === undefined ? {} : { access }),
  });
}

const SEVERITY: Readonly<Record<HostOutcome['action'], number>> = { allow: 0, ask: 1, deny: 2 };

function strictest(outcomes: readonly HostOutcome[]): HostOutcome {
  return outcomes.reduce((worst, outcome) => (SEVERITY[outcome.action] > SEVERITY[worst.action] ? outcome : worst));
}
