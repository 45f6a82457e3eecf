import type { AssistantMessage, Message, ToolUse } from '../conversation/messages.ts';

/** A source of replies. */
export interface Model {
  /** For people and the init frame: `anthropic/claude-…`. */
  readonly name: string;
  /** Yields until one `end`, or throws a `ModelError`. An abort ends it soon, by throwing the signal's reason. */
  reply(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;
}

export type ModelRequest = {
  readonly system: string;
  readonly messages: readonly Message[];
  readonly tools: readonly ToolSpec[];
  readonly maxOutputTokens?: number;
};

/** A tool as described to the model. */
export type ToolSpec = {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
};

export type JsonSchema = { readonly [key: string]: unknown };

export type ModelEvent =
  /** More of the text, or of the thinking. */
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'thinking'; readonly text: string }
  /** A complete call. Input that wasn't JSON arrives as `MalformedInput`. */
  | ToolUse
  | { readonly kind: 'retrying'; readonly attempt: number; readonly afterMs: number; readonly because: string }
  | { readonly kind: 'end'; readonly stop: StopReason; readonly usage: Usage; readonly message: AssistantMessage };

/** Replaces the input of a tool use that wasn't valid JSON. */
export class MalformedInput {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type StopReason = 'done' | 'tool-use' | 'length' | 'refused' | 'other';

export type Usage = {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedInputTokens: number;
};

export type ModelTrouble =
  | 'overloaded'
  | 'context-too-long'
  | 'not-authorised'
  | 'unreachable'
  | 'interrupted-stream'
  | 'bad-reply'
  | 'refused-request';

/** An error of the provider, in words an operator can act on. */
export class ModelError extends Error {
  readonly trouble: ModelTrouble;
  /** Trying again may help. */
  readonly isPassing: boolean;
  /** How long the provider asks us to wait. */
  readonly retryAfterMs: number | null;

  constructor(
    trouble: ModelTrouble,
    message: string,
    options: { readonly isPassing: boolean; readonly retryAfterMs?: number | null; readonly cause?: unknown },
  ) {
    super(message, { cause: options.cause });
    this.name = 'ModelError';
    this.trouble = trouble;
    this.isPassing = options.isPassing;
    this.retryAfterMs = options.retryAfterMs ?? null;
  }
}
