/** The conversation in order, in our own format; a model converts it to its provider's. */
export type Message = UserMessage | AssistantMessage | ToolMessage;

export type UserMessage = { readonly role: 'user'; readonly text: string };

export type AssistantMessage = { readonly role: 'assistant'; readonly parts: readonly AssistantPart[] };

export type AssistantPart =
  | { readonly kind: 'text'; readonly text: string; readonly keep?: unknown }
  /** `keep` is data that the provider wants back with it (a signature); only the provider's adapter reads it. */
  | { readonly kind: 'thinking'; readonly text: string; readonly keep?: unknown }
  | ToolUse;

/** A call the model asks for; `input` is unchecked. */
export type ToolUse = {
  readonly kind: 'tool-use';
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
  readonly keep?: unknown;
};

/** One result for every tool use of the previous reply, in the same order. */
export type ToolMessage = { readonly role: 'tool'; readonly results: readonly ToolResult[] };

export type ToolResult = {
  readonly toolUseId: string;
  readonly toolName: string;
  readonly text: string;
  readonly isError: boolean;
};

export function toolUsesIn({ parts }: AssistantMessage): readonly ToolUse[] {
  return parts.filter((part) => part.kind === 'tool-use');
}

export function textIn({ parts }: AssistantMessage): string {
  return parts.map((part) => (part.kind === 'text' ? part.text : '')).join('');
}
