import type { PlanAnswer, ProposedPlan } from '@caliban/agent/session';
import type { PermissionMode } from '@caliban/gate';
import type { ListedAnswer } from '../fields/answer-list.ts';

export type PlanKey = 'y' | 'a' | 'b' | 'm';

/** The answers to a plan; the one for the agent's earlier mode is offered only if the first two don't cover it. */
export function planAnswers({ from }: ProposedPlan): readonly ListedAnswer<PlanKey>[] {
  const back = from === null || from === 'default' || from === 'acceptEdits' || from === 'plan' ? null : from;
  return [
    { key: 'y', label: 'approve', short: 'approve', hint: 'mode default: each call asks' },
    {
      key: 'a',
      label: 'approve and accept edits',
      short: 'accept edits',
      hint: 'mode acceptEdits',
    },
    ...(back === null
      ? []
      : [{ key: 'b', label: `approve and go back to ${back}`, short: `back to ${back}` } as const]),
    { key: 'm', label: 'send back with a message…', short: 'send back…', hint: 'plan mode stays on' },
  ];
}

export function approved(key: Exclude<PlanKey, 'm'>, { from }: ProposedPlan): PlanAnswer {
  return { kind: 'approved', mode: modeAfter(key, from) };
}

function modeAfter(key: Exclude<PlanKey, 'm'>, from: PermissionMode | null): PermissionMode {
  switch (key) {
    case 'y':
      return 'default';
    case 'a':
      return 'acceptEdits';
    case 'b':
      return from ?? 'default';
  }
}
