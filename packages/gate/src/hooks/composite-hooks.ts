import type { ToolCall } from '@caliban/calls';
import { errorText, visible } from '@caliban/calls/text';
import type { Question } from '../types/answer.ts';
import type { ConfinedRun } from '../types/verdict.ts';
import type { Hook, HookAnswer } from './hook.ts';

export type CompositeHooksOptions = {
  /** Called for failing hooks whose failure must not change anything. */
  readonly report: (problem: string) => void;
};

/** Hooks in order. The first deny ends it; a hook that throws or answers invalidly denies. */
export class CompositeHooks implements Hook {
  readonly name = 'hooks';
  readonly #hooks: readonly Hook[];
  readonly #report: (problem: string) => void;

  constructor(hooks: readonly Hook[], { report }: CompositeHooksOptions) {
    this.#hooks = hooks;
    this.#report = report;
  }

  async beforeTool(call: ToolCall, signal: AbortSignal): Promise<HookAnswer> {
    let strictest: ConfinedRun | undefined;
    for (const hook of this.#hooks) {
      const answer = await askHook(hook, call, signal);
      if (answer.kind === 'deny') return answer;
      if (strictest !== 'without-network') strictest = answer.confined ?? strictest;
    }
    return strictest === undefined ? { kind: 'continue' } : { kind: 'continue', confined: strictest };
  }

  async afterTool(call: ToolCall, result: unknown, signal: AbortSignal): Promise<void> {
    for (const hook of this.#hooks) await this.#tell(hook, () => hook.afterTool?.(call, result, signal));
  }

  onPermissionRequest(question: Question): void {
    for (const hook of this.#hooks) void this.#tell(hook, () => hook.onPermissionRequest?.(question));
  }

  onPermissionDenied(call: ToolCall, message: string): void {
    for (const hook of this.#hooks) void this.#tell(hook, () => hook.onPermissionDenied?.(call, message));
  }

  onBlocked(call: ToolCall, what: readonly string[]): void {
    for (const hook of this.#hooks) void this.#tell(hook, () => hook.onBlocked?.(call, what));
  }

  async #tell(hook: Hook, news: () => void | Promise<void>): Promise<void> {
    try {
      await news();
    } catch (error) {
      this.#reportQuietly(`hook \`${visible(hook.name)}\` failed: ${visible(errorText(error))}`);
    }
  }

  #reportQuietly(problem: string): void {
    try {
      this.#report(problem);
    } catch {
      // There is no one left to notify.
    }
  }
}

async function askHook(hook: Hook, call: ToolCall, signal: AbortSignal): Promise<HookAnswer> {
  if (signal.aborted) return { kind: 'deny', message: 'the call was interrupted' };
  try {
    const answer: HookAnswer | undefined = await hook.beforeTool(call, signal);
    if (answer?.kind === 'continue') return answer;
    if (answer?.kind === 'deny' && typeof answer.message === 'string') return answer;
    return denied(hook, 'gave no usable answer');
  } catch (error) {
    return denied(hook, `failed: ${errorText(error)}`);
  }
}

function denied({ name }: Hook, what: string): HookAnswer {
  return { kind: 'deny', message: `the hook \`${visible(name)}\` ${visible(what)}, so the call was refused` };
}
