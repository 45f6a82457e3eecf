import type { Result, ToolCall } from '@caliban/calls';
import { plural } from '@caliban/calls/text';
import { fail, isRecord, ok } from '@caliban/calls/types';
import type { AgentEvent, RunEnd } from '../events.ts';
import type { JsonSchema } from '../models/model.ts';
import type { Tool, ToolContext, ToolOutput } from './tool.ts';

/** It has its own conversation and uses the same gate. */
export type SpawnedAgent = {
  readonly name: string;
  readonly run: (prompt: string, signal: AbortSignal) => AsyncIterable<AgentEvent>;
};

type AgentInput = {
  readonly prompt: string;
  readonly description: string;
  readonly subagent_type?: string;
};

type Ended = Extract<AgentEvent, { kind: 'ended' }>;

/** Gives a task to a separate agent. Its calls are judged like all others. */
export function subAgentTool(spawn: (name: string) => SpawnedAgent): Tool {
  let started = 0;
  return {
    name: 'Agent',
    description: DESCRIPTION,
    inputSchema: INPUT_SCHEMA,
    access: 'internal',
    parse,
    run,
  };

  async function run(call: ToolCall, context: ToolContext): Promise<ToolOutput> {
    const { prompt, subagent_type: type = 'agent' } = call.input as AgentInput;
    const spawned = spawn(`${plainName(type)}-${++started}`);

    const parent = { agent: spawned.name, parentToolUseId: call.origin.toolUseId ?? '' };
    let ended: Ended | null = null;
    for await (const event of spawned.run(prompt, context.signal)) {
      // Agents further down have added their own name.
      context.forward?.(event.agent === undefined ? { ...event, ...parent } : event);
      if (event.kind === 'ended' && event.agent === undefined) ended = event;
    }
    context.signal.throwIfAborted();
    if (ended === null) throw new Error('the agent ended without a word');
    return { ...report(ended.end), inside: { denials: ended.denials, usage: ended.usage } };
  }
}

function report(end: RunEnd): ToolOutput {
  switch (end.kind) {
    case 'done':
      return { text: end.text === '' ? 'the agent finished without a word' : end.text, isError: false };
    case 'turn-limit':
      return { text: `the agent was stopped after ${plural(end.limit, 'turn')} without finishing`, isError: true };
    case 'interrupted':
      return { text: 'the agent was interrupted', isError: true };
    case 'failed':
      return { text: `the agent failed: ${end.message}`, isError: true };
  }
}

function parse(input: unknown): Result<AgentInput, string> {
  if (!isRecord(input)) return fail('expected an object');
  const extra = Object.keys(input).find((key) => !FIELDS.includes(key));
  if (extra !== undefined) return fail(`unknown field \`${extra}\`; the fields are ${FIELDS.join(', ')}`);
  for (const field of FIELDS) {
    const isMissing = input[field] === undefined;
    if (isMissing ? field === 'prompt' || field === 'description' : typeof input[field] !== 'string') {
      return fail(`\`${field}\` must be text`);
    }
  }
  if ((input.prompt as string).trim() === '') return fail('`prompt` is empty');
  return ok(Object.freeze({ ...input }) as AgentInput);
}

/** The name appears in the log and on the screen. */
function plainName(type: string): string {
  return type.replaceAll(/[^A-Za-z0-9_-]+/g, '-').slice(0, 40) || 'agent';
}

const FIELDS = ['prompt', 'description', 'subagent_type'];

const DESCRIPTION = `Gives a task to another agent that works on its own and reports back once.
It has the same tools and the same permissions as you, and knows nothing of this conversation: say in the prompt all it needs to know, what it may change, and what to report. Use it for searches through much text, and for parts of a task that do not depend on each other; several calls in one reply run side by side.`;

const INPUT_SCHEMA: JsonSchema = {
  type: 'object',
  properties: {
    description: { type: 'string', description: 'The task in three to five words, for the operator' },
    prompt: { type: 'string', description: 'The whole task' },
    subagent_type: { type: 'string', description: 'What kind of agent it is, for the operator' },
  },
  required: ['description', 'prompt'],
  additionalProperties: false,
};
