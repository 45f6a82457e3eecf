import type { FinishReason, LanguageModelUsage, TextStreamPart, ToolSet } from 'ai';
import type { ToolUse } from '../../conversation/messages.ts';
import { MalformedInput, ModelError, type ModelEvent, type StopReason, type Usage } from '../model.ts';
import { ReplyDraft } from './reply-draft.ts';
import type { WireNames } from './wire-names.ts';

/** Tool uses are yielded only after the whole reply: half a reply must not start anything. */
export async function* readSdkReply(
  parts: AsyncIterable<TextStreamPart<ToolSet>>,
  names: WireNames,
  model: string,
): AsyncGenerator<ModelEvent> {
  const draft = new ReplyDraft();
  for await (const part of parts) {
    switch (part.type) {
      case 'text-start':
      case 'text-end':
      case 'reasoning-start':
      case 'reasoning-end':
        draft.add(blockKind(part.type), { id: part.id, keep: part.providerMetadata });
        break;
      case 'text-delta':
      case 'reasoning-delta': {
        const kind = blockKind(part.type);
        draft.add(kind, { id: part.id, text: part.text, keep: part.providerMetadata });
        if (part.text !== '') yield { kind, text: part.text };
        break;
      }
      case 'tool-call':
        // Tools that a provider runs itself aren't our calls; we offer it none.
        if (part.providerExecuted !== true) draft.addToolUse(toolUse(part, names));
        break;
      case 'error':
        throw part.error;
      case 'finish': {
        const { finishReason, rawFinishReason, totalUsage } = part;
        if (finishReason === 'other' && rawFinishReason === undefined) throw brokenOff(model);
        if (finishReason === 'error') throw endedInError(model);
        yield* draft.toolUses();
        yield {
          kind: 'end',
          stop: stopReason(finishReason, draft),
          usage: usage(totalUsage),
          message: draft.message(),
        };
        return;
      }
      default:
        break;
    }
  }
  throw brokenOff(model);
}

function blockKind(type: `text-${string}` | `reasoning-${string}`): 'text' | 'thinking' {
  return type.startsWith('text') ? 'text' : 'thinking';
}

type ToolCallPart = Extract<TextStreamPart<ToolSet>, { type: 'tool-call' }>;

function toolUse({ toolCallId, toolName, input, invalid, providerMetadata }: ToolCallPart, names: WireNames): ToolUse {
  return {
    kind: 'tool-use',
    id: toolCallId,
    name: names.fromWire(toolName),
    input: invalid === true ? invalidInput(input) : input,
    ...(providerMetadata === undefined ? {} : { keep: providerMetadata }),
  };
}

/** The SDK also marks unknown tools as invalid; only input that it couldn't parse as JSON is still text. */
function invalidInput(input: unknown): unknown {
  if (typeof input !== 'string') return input;
  return input.trim() === '' ? {} : new MalformedInput(input);
}

function brokenOff(model: string): ModelError {
  return new ModelError('interrupted-stream', `the reply of \`${model}\` broke off before its end`, {
    isPassing: true,
  });
}

function endedInError(model: string): ModelError {
  return new ModelError('bad-reply', `\`${model}\` ended its reply with an error`, { isPassing: true });
}

/** Some servers send `stop` after a tool call too. */
function stopReason(reason: Exclude<FinishReason, 'error'>, draft: ReplyDraft): StopReason {
  switch (reason) {
    case 'stop':
      return draft.toolUses().length > 0 ? 'tool-use' : 'done';
    case 'tool-calls':
      return 'tool-use';
    case 'length':
      return 'length';
    case 'content-filter':
      return 'refused';
    case 'other':
      return 'other';
  }
}

function usage({ inputTokens, outputTokens, inputTokenDetails }: LanguageModelUsage): Usage {
  return {
    inputTokens: inputTokens ?? 0,
    outputTokens: outputTokens ?? 0,
    cachedInputTokens: inputTokenDetails.cacheReadTokens ?? 0,
  };
}
