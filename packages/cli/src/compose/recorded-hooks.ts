import type { Hook, HookAnswer, ToolCall } from '@caliban/gate';

export type RefusalRecord = (call: ToolCall, message: string, from: number) => void | Promise<void>;

/** The operator's hooks in front of the gate: what they refuse is logged and announced like any other refusal. */
export function recordedHooks(
  hooks: Hook,
  { record, clock }: { readonly record: RefusalRecord; readonly clock: () => number },
): Hook {
  return {
    name: hooks.name,
    async beforeTool(call, signal): Promise<HookAnswer> {
      const from = clock();
      const answer = await hooks.beforeTool(call, signal);
      // An interruption makes hooks fail; it is not their answer.
      if (answer.kind === 'continue' || signal.aborted) return answer;
      await record(call, answer.message, from);
      void (async () => hooks.onPermissionDenied?.(call, answer.message))().catch(() => {});
      return answer;
    },
    ...(hooks.afterTool === undefined
      ? {}
      : { afterTool: (call, result, signal) => hooks.afterTool?.(call, result, signal) }),
  };
}
