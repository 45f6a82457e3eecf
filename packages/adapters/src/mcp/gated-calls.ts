import { type CallContext, describeCall, type ToolCall } from '@caliban/calls';
import { isSpelledAsNamed, mcpToolName } from '@caliban/calls/describe';
import type { Decision, Gate } from '@caliban/gate';
import type { AskedByRequest } from './ask/asked-by-request.ts';
import { AskedByResult } from './ask/asked-by-result.ts';
import type { AskChannel, ElicitationAskHandler } from './ask/elicitation-ask-handler.ts';
import { ALLOW_ONCE } from './ask/permission-form.ts';
import { ContinuedCalls } from './continued-calls.ts';
import type { ToolHints } from './tool-hints.ts';
import type { IdText, ToolCallMessage } from './wire/client-message.ts';
import { refusedResult } from './wire/replies.ts';
import { canElicit, isModern } from './wire/revisions.ts';

export type GatedCallsParts = {
  readonly gate: Gate;
  readonly askHandler: ElicitationAskHandler;
  /** The name that rules use. */
  readonly server: string;
  readonly context: CallContext;
  readonly sessionId: string;
  readonly hints: ToolHints;
  readonly toClient: (line: string) => void;
  readonly forward: (call: AllowedCall) => void;
};

/** Whether the operator allowed it matters if the server asks back. */
export type AllowedCall = { readonly call: ToolCallMessage; readonly byOperator: boolean };

/** A call that the gate is deciding. `request`: the one that waits for an answer; null until the client comes again. */
type GatedCall = { request: ToolCallMessage | null; readonly abort: AbortController };

/** The calls that the gate hasn't decided yet. */
export class GatedCalls {
  readonly #parts: GatedCallsParts;
  readonly #byRequest: AskedByRequest;
  readonly #byResult: AskedByResult;
  readonly #continued = new ContinuedCalls();
  readonly #open = new Set<GatedCall>();
  readonly #settling = new Set<Promise<void>>();
  /** From the client's capabilities in `initialize`. */
  clientOffersForms = false;

  constructor(parts: GatedCallsParts, byRequest: AskedByRequest) {
    this.#parts = parts;
    this.#byRequest = byRequest;
    this.#byResult = new AskedByResult(parts.toClient);
  }

  has(id: IdText): boolean {
    return this.#find(id) !== undefined;
  }

  add(call: ToolCallMessage): void {
    switch (this.#byResult.take(call)) {
      case 'taken':
        return;
      case 'expired':
        this.#settle(this.#refuseOnRecord(call, EXPIRED));
        return;
      case 'not-ours':
        this.#settle(this.#decide(call));
    }
  }

  #settle(work: Promise<void>): void {
    const settling = work.finally(() => this.#settling.delete(settling));
    this.#settling.add(settling);
  }

  /** Refuses the call whatever the rules say; the log records it as cancelled. */
  async #refuseOnRecord(message: ToolCallMessage, because: string): Promise<void> {
    await this.#parts.gate.check(this.#described(message), AbortSignal.abort(new Error(because)));
    this.#refuse(message, because);
  }

  /** True if only we knew of the call. It gets no answer. */
  cancel(id: IdText): boolean {
    const gated = this.#find(id);
    if (gated === undefined) return false;
    gated.request = null;
    gated.abort.abort(new Error('the client has cancelled the call'));
    return true;
  }

  /** The server has answered a call that was let through. */
  answered({ call, byOperator }: AllowedCall, result: unknown): void {
    if (byOperator) this.#continued.answered(call, result);
  }

  /** Gives up open questions; resolves once everything is decided and recorded. */
  async close(because: string): Promise<void> {
    for (const { abort } of this.#open) abort.abort(new Error(because));
    await Promise.all(this.#settling);
  }

  async #decide(message: ToolCallMessage): Promise<void> {
    const { gate, askHandler, forward } = this.#parts;
    const gated: GatedCall = { request: message, abort: new AbortController() };
    this.#open.add(gated);
    const call = this.#described(message);
    const isContinued = this.#continued.take(message);
    const channel = isContinued ? ALLOWED_BEFORE : this.#channelFor(message, gated);
    if (channel !== null) askHandler.connect(call, channel);

    const decision = await gate.check(call, gated.abort.signal);
    this.#open.delete(gated);
    if (gated.request === null) return;
    if (decision.outcome === 'allow')
      forward({ call: gated.request, byOperator: isContinued || isByOperator(decision) });
    else this.#refuse(gated.request, decision.message);
  }

  #described({ id, name, input }: ToolCallMessage): ToolCall {
    const { server, context, sessionId, hints } = this.#parts;
    return describeCall({
      tool: mcpToolName(server, name),
      input,
      context,
      origin: {
        host: 'mcp-proxy',
        sessionId,
        toolUseId: originId(id),
        ...(isSpelledAsNamed(name) ? {} : { ownName: name }),
      },
      access: hints.isReadOnly(name) ? 'read' : 'unknown',
    });
  }

  #channelFor(message: ToolCallMessage, gated: GatedCall): AskChannel | null {
    if (!isModern(message.params)) return this.clientOffersForms ? this.#byRequest : null;
    if (!canElicit(message.params)) return null;
    return this.#byResult.channelFor(message, {
      asked() {
        gated.request = null;
      },
      returned(again) {
        gated.request = again;
      },
    });
  }

  #refuse({ id, params }: ToolCallMessage, message: string): void {
    this.#parts.toClient(refusedResult(id, message, { isModern: isModern(params) }));
  }

  #find(id: IdText): GatedCall | undefined {
    return [...this.#open].find(({ request }) => request?.id === id);
  }
}

const EXPIRED = 'the question about this call has expired, or was about another one; call the tool again';

/** For a call that continues: the operator's earlier answer applies. */
const ALLOWED_BEFORE: AskChannel = {
  elicit: async () => ({ action: 'accept', content: { decision: ALLOW_ONCE } }),
};

function isByOperator({ answer }: Decision): boolean {
  return answer?.by === 'operator';
}

/** A number as its digits, a text as itself. */
function originId(id: IdText): string {
  return id.startsWith('"') ? (JSON.parse(id) as string) : id;
}
