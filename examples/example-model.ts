import { MockLanguageModelV3 } from 'ai/test';

/** In place of a real model of the AI SDK, one from its own test kit: it wants to run these commands, and is done. */
export function exampleModel(...commands: readonly string[]): MockLanguageModelV3 {
  const usage = {
    inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 0, text: 0, reasoning: 0 },
  };
  const calls = commands.map((command, index) => ({
    type: 'tool-call' as const,
    toolCallId: `call-${index}`,
    toolName: 'Bash',
    input: JSON.stringify({ command }),
  }));
  return new MockLanguageModelV3({
    doGenerate: [
      { content: calls, finishReason: { unified: 'tool-calls', raw: undefined }, usage, warnings: [] },
      {
        content: [{ type: 'text', text: 'done' }],
        finishReason: { unified: 'stop', raw: undefined },
        usage,
        warnings: [],
      },
    ],
  });
}
