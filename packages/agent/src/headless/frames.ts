import { plural } from '@caliban/calls/text';
import type { PermissionMode } from '@caliban/gate';
import type { AssistantPart, ToolResult } from '../conversation/messages.ts';
import type { AgentEvent, Denial, RunEnd } from '../events.ts';
import { MalformedInput, type Usage } from '../models/model.ts';

/** A line of `stream-json`, in the format that Claude Code's clients read. */
export type Frame = Readonly<Record<string, unknown>>;

export type InitFacts = {
  readonly sessionId: string;
  readonly cwd: string;
  readonly model: string;
  readonly tools: readonly string[];
  readonly mcpServers: readonly { readonly name: string; readonly status: string }[];
  readonly permissionMode: PermissionMode | 'disabled';
};

export function initFrame({ sessionId, cwd, model, tools, mcpServers, permissionMode }: InitFacts): Frame {
  return {
    type: 'system',
    subtype: 'init',
    session_id: sessionId,
    cwd,
    model,
    tools,
    mcp_servers: mcpServers.map(({ name, status }) => ({ name, status })),
    permission_mode: permissionMode,
    // Existing clients expect this spelling.
    permissionMode,
  };
}

/** Null for events that have no frame. */
export function eventFrame(event: AgentEvent, { sessionId, model }: InitFacts): Frame | null {
  const place = { parent_tool_use_id: event.parentToolUseId ?? null, session_id: sessionId };
  switch (event.kind) {
    case 'assistant': {
      const content = event.message.parts.map(contentBlock);
      const usage = usageFields(event.usage);
      return { type: 'assistant', message: { type: 'message', role: 'assistant', model, content, usage }, ...place };
    }
    case 'tool-results':
      return { type: 'user', message: { role: 'user', content: event.results.map(resultBlock) }, ...place };
    case 'compacted':
      return event.agent === undefined ? { type: 'system', subtype: 'compact_boundary', session_id: sessionId } : null;
    case 'turn-started':
    case 'text':
    case 'thinking':
    case 'retrying':
    case 'tool-started':
    case 'tool-running':
    case 'tool-progress':
    case 'tool-finished':
    case 'mode-changed':
    case 'ended':
      return null;
  }
}

export type RunSummary = {
  readonly end: RunEnd;
  readonly turns: number;
  readonly usage: Usage;
  readonly denials: readonly Denial[];
  readonly durationMs: number;
  /** The part of it spent waiting for the model. */
  readonly modelMs: number;
};

export function resultFrame(summary: RunSummary, sessionId: string): Frame {
  const { end, turns, usage, denials, durationMs, modelMs } = summary;
  return {
    type: 'result',
    subtype: SUBTYPES[end.kind],
    is_error: end.kind !== 'done',
    num_turns: turns,
    duration_ms: Math.round(durationMs),
    duration_api_ms: Math.round(modelMs),
    result: endText(end),
    session_id: sessionId,
    usage: usageFields(usage),
    total_tokens: usage.inputTokens + usage.outputTokens,
    permission_denials: denials.map(({ toolName, toolUseId, input }) => ({
      tool_name: toolName,
      tool_use_id: toolUseId,
      tool_input: input,
    })),
  };
}

/** The result of a run, in words. */
export function endText(end: RunEnd): string {
  switch (end.kind) {
    case 'done':
      return end.text;
    case 'turn-limit':
      return `stopped after ${plural(end.limit, 'turn')}, the most that were allowed`;
    case 'interrupted':
      return 'interrupted';
    case 'failed':
      return end.message;
  }
}

const SUBTYPES: Readonly<Record<RunEnd['kind'], string>> = {
  done: 'success',
  'turn-limit': 'error_max_turns',
  interrupted: 'error_during_execution',
  failed: 'error_during_execution',
};

function contentBlock(part: AssistantPart): Frame {
  switch (part.kind) {
    case 'text':
      return { type: 'text', text: part.text };
    case 'thinking':
      return { type: 'thinking', thinking: part.text, signature: '' };
    case 'tool-use':
      return { type: 'tool_use', id: part.id, name: part.name, input: plainInput(part.input) };
  }
}

/** Clients expect an object. */
function plainInput(input: unknown): unknown {
  return input instanceof MalformedInput ? { malformed: input.text } : input;
}

function resultBlock({ toolUseId, text, isError }: ToolResult): Frame {
  return { type: 'tool_result', tool_use_id: toolUseId, content: text, is_error: isError };
}

function usageFields({ inputTokens, outputTokens, cachedInputTokens }: Usage): Frame {
  return { input_tokens: inputTokens, output_tokens: outputTokens, cache_read_input_tokens: cachedInputTokens };
}
