import { type Access, type CallContext, describeCall, type Origin, type ToolCall } from '@caliban/calls';
import type { Decision, Gate } from '@caliban/gate';
import { denyMessage } from '@caliban/gate/record';

/** A call in the names that rules use. */
export type NamedCall = { readonly tool: string; readonly input: unknown; readonly access?: Access };

/** What every wrapper needs: the gate, and the context in which the tools run. */
export type Guard = {
  readonly gate: Pick<Gate, 'check' | 'judge'>;
  readonly context: CallContext;
  readonly origin?: Origin;
  /** Maps a call of your tools to the names that rules use, such as `run_command` to `Bash`. Default: no mapping. */
  readonly calls?: (tool: string, input: unknown) => readonly [NamedCall, ...NamedCall[]];
};

export type GuardedCall = Origin & {
  readonly tool: string;
  readonly input: unknown;
  readonly signal?: AbortSignal | undefined;
};

/** If a call maps to several, all of them have to be allowed. */
export async function checkCall(guard: Guard, { signal = NEVER, ...call }: GuardedCall): Promise<Decision> {
  const [first, ...others] = described(guard, call);
  let decision = await guard.gate.check(first, signal);
  for (const other of others) if (decision.outcome === 'allow') decision = await guard.gate.check(other, signal);
  return decision;
}

export type Ruling = { readonly outcome: 'allow' } | { readonly outcome: 'deny'; readonly message: string };

/** The same for an SDK that asks its user itself: rules and mode only. */
export async function judgeCall(guard: Guard, { signal = NEVER, ...call }: GuardedCall): Promise<Ruling | 'ask'> {
  let ruling: Ruling | 'ask' = { outcome: 'allow' };
  for (const each of described(guard, call)) {
    const verdict = await guard.gate.judge(each, signal);
    if (verdict.action === 'deny') return { outcome: 'deny', message: denyMessage(each, verdict) };
    if (verdict.action === 'ask') ruling = 'ask';
  }
  return ruling;
}

function described(
  { context, calls = (tool, input) => [{ tool, input }], ...guard }: Guard,
  { tool, input, ...origin }: Omit<GuardedCall, 'signal'>,
): readonly [ToolCall, ...ToolCall[]] {
  const [first, ...others] = calls(tool, input).map((call) =>
    describeCall({ ...call, context, origin: { host: 'sdk', ...guard.origin, ...origin } }),
  );
  if (first === undefined) throw new Error(`nothing to judge in a call of ${tool}`);
  return [first, ...others];
}

const NEVER: AbortSignal = new AbortController().signal;
