import type { AssistantMessage, Message, ToolUse } from '../conversation/messages.ts';

/** Whoever writes the replies. */
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

/** What the model gets to know of a tool. */
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
  /** A whole call. Input that was no JSON arrives as `MalformedInput`. */
  | ToolUse
  | { readonly kind: 'retrying'; readonly attempt: number; readonly afterMs: number; readonly because: string }
  | { readonly kind: 'end'; readonly stop: StopReason; readonly usage: Usage; readonly message: AssistantMessage };

/** Stands in a tool use whose input the provider could not send as JSON. */
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

/** What went wrong at the provider, in words an operator can act on. */
export class ModelError extends Error {
  readonly trouble: ModelTrouble;
  /** Trying again may help. */
  readonly isPassing: boolean;
  /** How long the provider asks to be left alone. */
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
