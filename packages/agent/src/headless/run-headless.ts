import type { Result } from '@caliban/calls';
import { errorText } from '@caliban/calls/text';
import { untilAborted } from '@caliban/gate/signals';
import type { Agent } from '../agent.ts';
import type { AgentEvent } from '../events.ts';
import { NO_USAGE } from '../models/usage.ts';
import { type ExitCode, exitCodeOf, worseOf } from './exit-code.ts';
import type { InitFacts, RunSummary } from './frames.ts';
import { type OutputFormat, outputIn, remarks } from './output.ts';

export type HeadlessRun = {
  readonly agent: Agent;
  /** Run one after the other in one conversation. An error among them ends the run. */
  readonly prompts: AsyncIterable<Result<string, string>> | Iterable<Result<string, string>>;
  readonly format: OutputFormat;
  readonly facts: InitFacts;
  /**
   * Standard output. A rejection ends the run because there is no reader any more. `ifUnread` is the exit code if the process
   * ends at that point.
   */
  readonly write: (text: string, ifUnread: ExitCode) => void | Promise<void>;
  /** Standard error, one remark at a time. */
  readonly warn: (text: string) => void;
  readonly signal: AbortSignal;
  readonly clock?: () => number;
};

/** Runs all prompts and returns the exit code. Never rejects. */
export async function runHeadless(run: HeadlessRun): Promise<ExitCode> {
  const { agent, prompts, format, facts, warn, signal } = run;
  const output = outputIn(format, facts);
  let code: ExitCode = 0;
  try {
    await put(output.start(), CUT_SHORT);
    for await (const prompt of stoppable(prompts, signal)) {
      const summary = prompt.ok ? await runOne(prompt.value) : unread(prompt.error);
      code = worseOf(code, exitCodeOf(summary.end, summary.denials));
      await put(output.result(summary), code);
      for (const remark of remarks(summary)) warn(remark);
      if (code === 130 || !prompt.ok) break;
    }
    return code;
  } catch (error) {
    if (signal.aborted) return 130;
    warn(errorText(error));
    return 1;
  } finally {
    await agent.session.processes.endAll().catch((error: unknown) => warn(errorText(error)));
  }

  async function runOne(prompt: string): Promise<RunSummary> {
    const watch = new StopWatch(run.clock ?? Date.now);
    for await (const event of agent.run(prompt, signal)) {
      watch.see(event);
      if (event.kind === 'ended' && event.agent === undefined) return { ...event, ...watch.times };
      await put(output.event(event), CUT_SHORT);
    }
    throw new Error('the agent ended without saying how');
  }

  async function put(text: string, ifUnread: ExitCode): Promise<void> {
    if (text !== '') await run.write(text, ifUnread);
  }
}

const CUT_SHORT = 1;

/** A prompt that can't be read is a run that fails before it begins. */
function unread(message: string): RunSummary {
  return { end: { kind: 'failed', message }, turns: 0, usage: NO_USAGE, denials: [], durationMs: 0, modelMs: 0 };
}

/** Measures how long a run takes, and how much of it is waiting for the model. */
class StopWatch {
  readonly #clock: () => number;
  readonly #startedAt: number;
  #askedAt: number | null = null;
  #modelMs = 0;

  constructor(clock: () => number) {
    this.#clock = clock;
    this.#startedAt = clock();
  }

  get times(): { readonly durationMs: number; readonly modelMs: number } {
    return { durationMs: this.#clock() - this.#startedAt, modelMs: this.#modelMs };
  }

  see({ kind, agent }: AgentEvent): void {
    if (agent !== undefined) return;
    if (kind === 'turn-started') this.#askedAt = this.#clock();
    if (this.#askedAt === null || (kind !== 'assistant' && kind !== 'ended')) return;
    this.#modelMs += this.#clock() - this.#askedAt;
    this.#askedAt = null;
  }
}

/** The next prompt may never come; an interruption doesn't wait for it. */
async function* stoppable<Value>(
  values: AsyncIterable<Value> | Iterable<Value>,
  signal: AbortSignal,
): AsyncGenerator<Value> {
  const iterator = Symbol.asyncIterator in values ? values[Symbol.asyncIterator]() : values[Symbol.iterator]();
  for (;;) {
    const next = await untilAborted(Promise.resolve(iterator.next()), signal);
    if (next.done === true) return;
    yield next.value;
  }
}
