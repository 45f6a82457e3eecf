import { type Ask, boundHash } from '../../src/ask/ask.ts';

/** An ask as an agent makes it. */
export function askFor(
  command: string,
  changes: Partial<Omit<Ask, 'hash' | 'call'>> & { callId?: string; session?: string } = {},
): Ask {
  const { callId = 'call-1', session = 's', limitMs = 60_000, lapseMs = 10_000, context } = changes;
  const call = {
    ...{ tool: 'Bash', input: { command }, cwd: '/w', workspace: '/w', policy: 'p1' },
    ...{ session, callId },
  };
  const hash = boundHash(call);
  if (!hash.ok) throw new Error(hash.error);
  return { call, hash: hash.value, limitMs, lapseMs, context: context ?? { host: 'codex', why: 'no rule allows it' } };
}

export const ANNA = { kind: 'person', name: 'anna', through: 'page' } as const;
export const BEN = { kind: 'person', name: 'ben', through: 'terminal' } as const;
