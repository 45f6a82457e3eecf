import type { AbsolutePath, Hook, HookAnswer, Result, ToolCall } from '@caliban/gate';
import { untilAborted } from '@caliban/gate/internal/signals/until-aborted';
import { errorText } from '@caliban/gate/internal/text/error-text';
import { fail, ok } from '@caliban/gate/internal/types/result';
import type { ToolResult, ToolUse } from '../conversation/messages.ts';
import type { AgentEvent, Denial, ToolEnd } from '../events.ts';
import type { Usage } from '../models/model.ts';
import { NO_USAGE } from '../models/usage.ts';
import type { Tool, ToolContext, ToolOutput } from '../tools/tool.ts';
import { fitForModel } from './fit-for-model.ts';
import { type CallPlace, describeIn, type PreparedCall, prepareToolCall } from './prepare-tool-call.ts';
import { untilStopped } from './until-stopped.ts';

export type ToolCallParts = CallPlace & {
  readonly tools: readonly Tool[];
  readonly hooks: Hook;
  readonly mayRead: (path: AbsolutePath) => boolean;
  readonly emit: (event: AgentEvent) => void;
};

export type FinishedCall = {
  readonly result: ToolResult;
  readonly denials: readonly Denial[];
  /** Of an agent inside the tool. */
  readonly usage: Usage;
};

type Outcome = { readonly end: ToolEnd; readonly output: ToolOutput };

/** find → parse → describe → hooks → run. Never rejects: every tool use gets its result, whatever happens to it. */
export async function runToolCall(use: ToolUse, parts: ToolCallParts, signal: AbortSignal): Promise<FinishedCall> {
  const startedAt = performance.now();
  const denials: Denial[] = [];
  const { end, output } = await attempt(use, parts, { denials, signal }).catch((error: unknown) =>
    signal.aborted ? interrupted('the call was interrupted before it finished') : broken(use, error),
  );

  const text = fitForModel(output.text, parts.session.maxOutputChars);
  const result: ToolResult = { toolUseId: use.id, toolName: use.name, text, isError: output.isError };
  parts.emit({
    kind: 'tool-finished',
    id: use.id,
    name: use.name,
    end,
    result,
    ...(output.diff === undefined ? {} : { diff: output.diff }),
    tookMs: performance.now() - startedAt,
  });
  return { result, denials: [...denials, ...(output.inside?.denials ?? [])], usage: output.inside?.usage ?? NO_USAGE };
}

type Attempt = { readonly denials: Denial[]; readonly signal: AbortSignal };

async function attempt(use: ToolUse, parts: ToolCallParts, { denials, signal }: Attempt): Promise<Outcome> {
  const prepared = prepareSafely(use, parts);
  const call = prepared.ok ? { call: prepared.value.call } : {};
  parts.emit({ kind: 'tool-started', id: use.id, name: use.name, input: use.input, ...call });
  if (!prepared.ok) return { end: 'invalid', output: { text: prepared.error, isError: true } };
  if (signal.aborted) return interrupted('the call was interrupted before it started');
  return runPrepared(prepared.value, parts, { denials, signal });
}

async function runPrepared(
  { tool, call }: PreparedCall,
  parts: ToolCallParts,
  { denials, signal }: Attempt,
): Promise<Outcome> {
  const refusal = await refusalOf(call);
  if (refusal !== null) return { end: 'denied', output: { text: refusal, isError: true } };

  const output = usable(await untilStopped(tool.run(call, context()), signal));
  await tellHooks(output).catch(() => {});
  return { end: output.isError ? 'error' : 'ok', output };

  /** Null for a yes, and for nothing else. */
  async function refusalOf(asked: ToolCall): Promise<string | null> {
    const answer: HookAnswer | undefined = await untilAborted(parts.hooks.beforeTool(asked, signal), signal);
    // What an interruption made a hook say is no refusal of the call.
    signal.throwIfAborted();
    if (answer?.kind === 'continue') return null;
    const denial = denialOf(asked, answer);
    denials.push(denial);
    return denial.message;
  }

  /** The tool has run: neither a hook that fails nor an interruption makes that untrue. */
  async function tellHooks(output: ToolOutput): Promise<void> {
    await untilAborted(Promise.resolve(parts.hooks.afterTool?.(call, output, signal)), signal);
  }

  async function checkAlso(name: string, input: unknown): Promise<Result<ToolCall, string>> {
    const access = parts.tools.find((known) => known.name === name)?.access;
    const also = describeIn({ ...parts, origin: call.origin }, { name, ...(access ? { access } : {}) }, input);
    const refusal = await refusalOf(also);
    return refusal === null ? ok(also) : fail(refusal);
  }

  function context(): ToolContext {
    return {
      signal,
      session: parts.session,
      progress: (text) => parts.emit({ kind: 'tool-progress', id: call.origin.toolUseId ?? '', text }),
      forward: parts.emit,
      checkAlso,
      mayRead: parts.mayRead,
    };
  }
}

/** The tool may be somebody else's JavaScript. */
function usable(output: ToolOutput | undefined): ToolOutput {
  if (typeof output?.text !== 'string') throw new Error('it gave no usable output');
  return output;
}

/** A parser that throws on what a model wrote has found wrong input. */
function prepareSafely(use: ToolUse, parts: ToolCallParts): Result<PreparedCall, string> {
  try {
    return prepareToolCall(use, parts.tools, parts);
  } catch (error) {
    return fail(`the call could not be read: ${errorText(error)}`);
  }
}

function denialOf({ tool, input, origin }: ToolCall, answer: HookAnswer | undefined): Denial {
  const isClear = answer?.kind === 'deny' && typeof answer.message === 'string';
  const message = isClear ? answer.message : 'the hooks gave no usable answer, so the call was refused';
  const unasked = isClear && answer.unasked === true;
  return { toolName: tool, toolUseId: origin.toolUseId ?? '', input, message, unasked };
}

function interrupted(text: string): Outcome {
  return { end: 'aborted', output: { text, isError: true } };
}

function broken(use: ToolUse, error: unknown): Outcome {
  return { end: 'error', output: { text: `${use.name} failed: ${errorText(error)}`, isError: true } };
}
