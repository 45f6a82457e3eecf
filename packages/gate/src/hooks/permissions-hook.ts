import type { ToolCall } from '@caliban/calls';
import type { AskHandler } from '../ask/ask-handler.ts';
import type { Gate } from '../gate.ts';
import type { Hook, HookAnswer, PermissionEvents } from './hook.ts';

/** The hook that asks the gate. It comes last, so that nothing is asked about that another hook refuses anyway. */
export class PermissionsHook implements Hook {
  readonly name = 'permissions';
  readonly #gate: Pick<Gate, 'check'>;
  readonly #events: PermissionEvents;

  constructor(gate: Pick<Gate, 'check'>, events: PermissionEvents = {}) {
    this.#gate = gate;
    this.#events = events;
  }

  async beforeTool(call: ToolCall, signal: AbortSignal): Promise<HookAnswer> {
    const decision = await this.#gate.check(call, signal);
    if (decision.outcome === 'allow') {
      const { confined } = decision.verdict;
      return confined === undefined ? { kind: 'continue' } : { kind: 'continue', confined };
    }
    announce(() => this.#events.onPermissionDenied?.(call, decision.message));
    // A gate may be third-party JavaScript and return no verdict.
    const { answer, verdict } = decision as Partial<typeof decision>;
    const unasked = answer?.by === 'non-interactive' || verdict?.because.kind === 'needs-people';
    return { kind: 'deny', message: decision.message, ...(unasked ? { unasked } : {}) };
  }
}

/** An ask handler that notifies hooks before it asks. */
export function announcedAskHandler(handler: AskHandler, events: PermissionEvents): AskHandler {
  return {
    asksHub: handler.asksHub,
    ask(question, signal) {
      announce(() => events.onPermissionRequest?.(question));
      return handler.ask(question, signal);
    },
  };
}

/** Notifications aren't awaited, and a failing listener changes nothing; `CompositeHooks` reports it. */
function announce(news: () => void | Promise<void>): void {
  void (async () => news())().catch(() => {});
}
