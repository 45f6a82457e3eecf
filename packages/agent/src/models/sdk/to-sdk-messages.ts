import { isRecord } from '@caliban/calls/types';
import type { AssistantModelMessage, ModelMessage, ProviderMetadata, ToolModelMessage } from 'ai';
import type { AssistantMessage, AssistantPart, Message, ToolMessage, ToolUse } from '../../conversation/messages.ts';
import { MalformedInput } from '../model.ts';
import { wellFormed, wellFormedJson } from './well-formed.ts';
import { plainId, type WireNames } from './wire-names.ts';

/** What a provider accepts of a conversation that may have begun with another one. */
type SdkMessageOptions = {
  readonly names: WireNames;
  /** Thinking is sent back only with the metadata under this name; null: always. */
  readonly thinkingKey: string | null;
  /** It refuses ids in another format than its own. */
  readonly plainIds: boolean;
};

export function toSdkMessages(messages: readonly Message[], options: SdkMessageOptions): ModelMessage[] {
  return messages.flatMap((message) => sdkMessages(message, options));
}

/** Empty for a message without content: providers refuse it. */
function sdkMessages(message: Message, options: SdkMessageOptions): ModelMessage[] {
  switch (message.role) {
    case 'user':
      return [{ role: 'user', content: wellFormed(message.text) }];
    case 'assistant':
      return assistantMessage(message, options);
    case 'tool':
      return message.results.length === 0 ? [] : [toolMessage(message, options)];
  }
}

type SdkAssistantPart = Exclude<AssistantModelMessage['content'], string>[number];

function assistantMessage({ parts }: AssistantMessage, options: SdkMessageOptions): ModelMessage[] {
  const content = parts.flatMap((part) => assistantPart(part, options));
  return content.some(({ type }) => type !== 'reasoning') ? [{ role: 'assistant', content }] : [];
}

function assistantPart(part: AssistantPart, options: SdkMessageOptions): SdkAssistantPart[] {
  const providerOptions = readKeep(part.keep);
  const kept = providerOptions === null ? {} : { providerOptions };
  switch (part.kind) {
    case 'text':
      // Blank text is refused as well, though models do write it before a tool call.
      return part.text.trim() === '' ? [] : [{ type: 'text', text: wellFormed(part.text), ...kept }];
    case 'thinking':
      return goesBack(providerOptions, options) ? [{ type: 'reasoning', text: wellFormed(part.text), ...kept }] : [];
    case 'tool-use':
      return [
        {
          type: 'tool-call',
          toolCallId: idFor(part.id, options),
          toolName: options.names.toWire(part.name),
          input: inputObject(part),
          ...kept,
        },
      ];
  }
}

function goesBack(keep: ProviderMetadata | null, { thinkingKey }: SdkMessageOptions): boolean {
  return thinkingKey === null || (keep !== null && Object.hasOwn(keep, thinkingKey));
}

function readKeep(keep: unknown): ProviderMetadata | null {
  return isRecord(keep) && Object.values(keep).every(isRecord) ? (keep as ProviderMetadata) : null;
}

/** Providers require an object even if the model sent none. */
function inputObject({ input }: ToolUse): unknown {
  if (input instanceof MalformedInput) return { malformed_input: wellFormed(input.text) };
  return wellFormedJson(isRecord(input) ? input : { malformed_input: input ?? null });
}

function toolMessage({ results }: ToolMessage, options: SdkMessageOptions): ToolModelMessage {
  return {
    role: 'tool',
    content: results.map(({ toolUseId, toolName, text, isError }) => ({
      type: 'tool-result',
      toolCallId: idFor(toolUseId, options),
      toolName: options.names.toWire(toolName),
      output: { type: isError ? 'error-text' : 'text', value: wellFormed(text) },
    })),
  };
}

function idFor(id: string, { plainIds }: SdkMessageOptions): string {
  return plainIds ? plainId(id) : id;
}
