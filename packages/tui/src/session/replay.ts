import type { AssistantPart, Message, ToolResult } from '@caliban/agent';
import type { EntryBody } from './entry.ts';

/** The entries of an earlier conversation. */
export function* replayed(messages: readonly Message[]): Generator<EntryBody> {
  const results = new Map(
    messages.flatMap((message) =>
      message.role === 'tool' ? message.results.map((result) => [result.toolUseId, result] as const) : [],
    ),
  );
  for (const message of messages) {
    switch (message.role) {
      case 'user':
        yield { kind: 'prompt', text: message.text };
        break;
      case 'assistant':
        for (const part of message.parts) yield* replayedPart(part, results);
        break;
      case 'tool':
        break;
    }
  }
}

function* replayedPart(part: AssistantPart, results: ReadonlyMap<string, ToolResult>): Generator<EntryBody> {
  switch (part.kind) {
    case 'text':
      if (part.text.trim() !== '') yield { kind: 'text', text: part.text, continues: false };
      return;
    case 'thinking':
      if (part.text.trim() !== '') yield { kind: 'thinking', text: part.text };
      return;
    case 'tool-use': {
      const result = results.get(part.id);
      const end = result === undefined ? 'aborted' : result.isError ? 'error' : 'ok';
      yield {
        kind: 'tool',
        name: part.name,
        input: part.input,
        state: { kind: 'ended', end, tookMs: 0 },
        output: result?.text ?? '',
      };
    }
  }
}
