import type { AbsolutePath, Result, ToolCall } from '@caliban/calls';
import { errorText } from '@caliban/calls/text';
import { fail, ok } from '@caliban/calls/types';
import type { Hook, HookAnswer } from '@caliban/gate';
import { untilAborted } from '@caliban/gate/signals';
import type { ConfinedRun } from '@caliban/gate/types';
import type { ToolResult, ToolUse } from '../conversation/messages.ts';
import type { AgentEvent, Denial, ToolEnd } from '../events.ts';
import type { Usage } from '../models/model.ts';
import { NO_USAGE } from '../models/usage.ts';
import type { Tool, ToolContext, ToolOutput } from '../tools/tool.ts';
import { type CallPlace, describeIn, type PreparedCall, prepareToolCall } from './prepare-tool-call.ts';
import { truncateForModel } from './truncate-for-model.ts';
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
  /** Usage of a sub-agent inside the tool. */
  readonly usage: Usage;
};

type Outcome = { readonly end: ToolEnd; readonly output: ToolOutput };

/** find → parse → describe → hooks → run. Never rejects: every tool use gets a result, whatever happens to it. */
export async function runToolCall(use: ToolUse, parts: ToolCallParts, signal: AbortSignal): Promise<FinishedCall> {
  const startedAt = performance.now();
  const denials: Denial[] = [];
  const waited = { ms: 0 };
  const { end, output } = await attempt(use, parts, { denials, waited, signal }).catch((error: unknown) =>
    signal.aborted ? interrupted('the call was interrupted before it finished') : broken(use, error),
  );

  const text = truncateForModel(output.text, parts.session.maxOutputChars);
  const result: ToolResult = { toolUseId: use.id, toolName: use.name, text, isError: output.isError };
  parts.emit({
    kind: 'tool-finished',
    id: use.id,
    name: use.name,
    end,
    result,
    ...(output.diff === undefined ? {} : { diff: output.diff }),
    tookMs: Math.max(0, performance.now() - startedAt - waited.ms),
  });
  return { result, denials: [...denials, ...(output.inside?.denials ?? [])], usage: output.inside?.usage ?? NO_USAGE };
}

type Attempt = {
  readonly denials: Denial[];
  /** Time spent waiting for hooks, gate and operator: a person may take an hour. */
  readonly waited: { ms: number };
  readonly signal: AbortSignal;
};

async function attempt(use: ToolUse, parts: ToolCallParts, { signal, ...attempted }: Attempt): Promise<Outcome> {
  const prepared = prepareSafely(use, parts);
  const call = prepared.ok ? { call: prepared.value.call } : {};
  parts.emit({ kind: 'tool-started', id: use.id, name: use.name, input: use.input, ...call });
  if (!prepared.ok) return { end: 'invalid', output: { text: prepared.error, isError: true } };
  if (signal.aborted) return interrupted('the call was interrupted before it started');
  return runPrepared(prepared.value, parts, { signal, ...attempted });
}

async function runPrepared(
  { tool, call }: PreparedCall,
  parts: ToolCallParts,
  { denials, waited, signal }: Attempt,
): Promise<Outcome> {
  const answer = await answerFor(call);
  if (answer.kind === 'deny') return { end: 'denied', output: { text: answer.message, isError: true } };
  parts.emit({ kind: 'tool-running', id: call.origin.toolUseId ?? '' });

  const output = usable(await untilStopped(tool.run(call, context(answer.confined)), signal));
  await tellHooks(output).catch(() => {});
  return { end: output.isError ? 'error' : 'ok', output };

  async function answerFor(asked: ToolCall): Promise<HookAnswer> {
    const from = performance.now();
    const answer: HookAnswer | undefined = await untilAborted(parts.hooks.beforeTool(asked, signal), signal).finally(
      () => {
        waited.ms += performance.now() - from;
      },
    );
    // If the hook failed because of an interruption, that isn't a refusal of the call.
    signal.throwIfAborted();
    if (answer?.kind === 'continue') return answer;
    const denial = denialOf(asked, answer);
    denials.push(denial);
    return { kind: 'deny', message: denial.message };
  }

  /** The tool has run: a failing hook or an interruption must not change its result. */
  async function tellHooks(output: ToolOutput): Promise<void> {
    await untilAborted(Promise.resolve(parts.hooks.afterTool?.(call, output, signal)), signal);
  }

  async function checkAlso(name: string, input: unknown): Promise<Result<ToolCall, string>> {
    const access = parts.tools.find((known) => known.name === name)?.access;
    const also = describeIn({ ...parts, origin: call.origin }, { name, ...(access ? { access } : {}) }, input);
    const said = await answerFor(also);
    return said.kind === 'continue' ? ok(also) : fail(said.message);
  }

  function context(confined: ConfinedRun | undefined): ToolContext {
    return {
      signal,
      session: parts.session,
      progress: (text) => parts.emit({ kind: 'tool-progress', id: call.origin.toolUseId ?? '', text }),
      forward: parts.emit,
      checkAlso,
      mayRead: parts.mayRead,
      blocked: (what) => void (async () => parts.hooks.onBlocked?.(call, what))().catch(() => {}),
      confined,
    };
  }
}

/** The tool may be third-party JavaScript. */
function usable(output: ToolOutput | undefined): ToolOutput {
  if (typeof output?.text !== 'string') throw new Error('it gave no usable output');
  return output;
}

/** A parser that throws on a model's input has found wrong input. */
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
