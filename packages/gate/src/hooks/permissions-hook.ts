import type { AskHandler } from '../ask/ask-handler.ts';
import type { Gate } from '../gate.ts';
import type { ToolCall } from '../types/tool-call.ts';
import type { Hook, HookAnswer, PermissionEvents } from './hook.ts';

/** The hook that asks the gate. It stands last, so that nothing is asked about that another hook refuses anyway. */
export class PermissionsHook implements Hook {
  readonly name = 'permissions';
  readonly #gate: Gate;
  readonly #events: PermissionEvents;

  constructor(gate: Gate, events: PermissionEvents = {}) {
    this.#gate = gate;
    this.#events = events;
  }

  async beforeTool(call: ToolCall, signal: AbortSignal): Promise<HookAnswer> {
    const decision = await this.#gate.check(call, signal);
    if (decision.outcome === 'allow') return { kind: 'continue' };
    announce(() => this.#events.onPermissionDenied?.(call, decision.message));
    const unasked = decision.answer?.by === 'non-interactive';
    return { kind: 'deny', message: decision.message, ...(unasked ? { unasked } : {}) };
  }
}

/** An ask handler that lets hooks know before it asks. */
export function announcedAskHandler(handler: AskHandler, events: PermissionEvents): AskHandler {
  return {
    ask(question, signal) {
      announce(() => events.onPermissionRequest?.(question));
      return handler.ask(question, signal);
    },
  };
}

/** Nobody waits for news to be heard, and a listener that fails changes nothing; `CompositeHooks` reports it. */
function announce(news: () => void | Promise<void>): void {
  void (async () => news())().catch(() => {});
}
