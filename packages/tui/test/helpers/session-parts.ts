import type { AgentEvent } from '@caliban/agent/internal/events';
import { RuntimeRuleStore, SharedPermissionMode } from '@caliban/gate';
import { ok } from '@caliban/gate/internal/types/result';
import type { Conversation, TuiParts } from '../../src/ports.ts';

export const DONE: AgentEvent & { kind: 'ended' } = {
  kind: 'ended',
  end: { kind: 'done', text: '' },
  turns: 1,
  usage: { inputTokens: 1, outputTokens: 1, cachedInputTokens: 0 },
  denials: [],
};

export type MadeParts = Partial<Omit<TuiParts, 'conversation'>> & {
  readonly conversation?: Partial<Conversation>;
  readonly latched?: boolean;
};

/** The outside of a session, as far as a test does not bring its own. */
export function sessionParts({ conversation = {}, latched = false, ...given }: MadeParts = {}): TuiParts {
  const entries: string[] = [];
  const unused = () => Promise.reject(new Error('not part of this test'));
  return {
    conversation: {
      model: () => 'made:model',
      models: () => ['made:model', 'made:other'],
      useModel: async (name) => ok(name),
      async *run() {
        yield DONE;
      },
      clear() {},
      sessions: async () => [],
      resume: async () => ok([]),
      ...conversation,
    },
    mode: new SharedPermissionMode({ mode: 'default', latched }),
    rules: {
      runtime: new RuntimeRuleStore([]),
      list: async () => [],
      changedOnDisk: async () => [],
      add: unused,
      edit: unused,
      remove: unused,
      move: unused,
      promote: unused,
      undo: async () => null,
      explain: unused,
    },
    log: { recent: async () => [], recentCalls: async () => [] },
    edits: async () => null,
    async *runCommand() {
      yield DONE;
    },
    completePath: async () => [],
    history: { entries, add: (prompt) => void entries.push(prompt) },
    onNews() {},
    about: { version: '0.0.0', workspace: '/w', notices: [] },
    ...given,
  };
}
