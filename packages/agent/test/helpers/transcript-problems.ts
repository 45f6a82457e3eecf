import type { Message } from '../../src/conversation/messages.ts';

/** What a provider would refuse: calls without results, results without calls, ids that are not unique. */
export function transcriptProblems(messages: readonly Message[]): readonly string[] {
  const problems: string[] = [];
  const seen = new Set<string>();
  for (const [index, message] of messages.entries()) {
    const next = messages[index + 1];
    if (message.role === 'assistant') {
      const ids = message.parts.flatMap((part) => (part.kind === 'tool-use' ? [part.id] : []));
      for (const id of ids) {
        if (id === '' || seen.has(id)) problems.push(`id ${id} at ${index} is not unique`);
        seen.add(id);
      }
      const results = next?.role === 'tool' ? next.results.map(({ toolUseId }) => toolUseId) : [];
      if (ids.join() !== results.join()) problems.push(`calls ${ids} at ${index} have results ${results}`);
    }
    if (message.role === 'tool' && messages[index - 1]?.role !== 'assistant')
      problems.push(`stray results at ${index}`);
    if (message.role === 'user' && next?.role === 'user') problems.push(`two prompts in a row at ${index}`);
  }
  return problems;
}
