import type { ToolCall } from '@caliban/calls';
import type { Gate, Hook, HookAnswer } from '@caliban/gate';

export type HookLog = {
  readonly gate: Pick<Gate, 'recordRefusal'>;
  readonly clock: () => number;
  readonly logBlocked: (call: ToolCall, what: readonly string[]) => void;
};

/** The operator's hooks in front of the gate: their refusals are logged and announced like any other. */
export function recordedHooks(hooks: Hook, { gate, clock, logBlocked }: HookLog): Hook {
  return {
    name: hooks.name,
    onBlocked: logBlocked,
    async beforeTool(call, signal): Promise<HookAnswer> {
      const from = clock();
      const answer = await hooks.beforeTool(call, signal);
      // An interruption makes hooks fail; that isn't their answer.
      if (answer.kind === 'continue' || signal.aborted) return answer;
      await gate.recordRefusal(call, { kind: 'hook', message: answer.message, from });
      void (async () => hooks.onPermissionDenied?.(call, answer.message))().catch(() => {});
      return answer;
    },
    ...(hooks.afterTool === undefined
      ? {}
      : { afterTool: (call, result, signal) => hooks.afterTool?.(call, result, signal) }),
  };
}
