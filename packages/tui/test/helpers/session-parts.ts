import type { AgentEvent } from '@caliban/agent';
import type { Conversation, SessionServices } from '@caliban/agent/session';
import { ok } from '@caliban/calls/types';
import { RuntimeRuleStore, SharedPermissionMode } from '@caliban/gate';

export const DONE: AgentEvent & { kind: 'ended' } = {
  kind: 'ended',
  end: { kind: 'done', text: '' },
  turns: 1,
  usage: { inputTokens: 1, outputTokens: 1, cachedInputTokens: 0 },
  denials: [],
};

export type MadeParts = Partial<Omit<SessionServices, 'conversation'>> & {
  readonly conversation?: Partial<Conversation>;
  readonly latched?: boolean;
};

/** The outside of a session, as far as a test does not bring its own. */
export function sessionParts({ conversation = {}, latched = false, ...given }: MadeParts = {}): SessionServices {
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
      async *compact() {
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
      fileOf: () => null,
      version: () => '',
      changedOnDisk: async () => [],
      add: unused,
      edit: unused,
      remove: unused,
      move: unused,
      promote: unused,
      undo: async () => null,
      explain: unused,
    },
    log: {
      recent: async () => [],
      search: async () => [],
      patternsFor: () => [],
      recentCalls: async () => [],
      advice: async () => null,
    },
    edits: async () => null,
    applied: { list: () => [], undo: unused },
    async *runCommand() {
      yield DONE;
    },
    directories: { all: [], add: (written) => ok(written) },
    reports: {
      status: () => [],
      mcp: () => [],
      hooks: () => [],
      doctor: unused,
      trust: unused,
      learn: unused,
    },
    completePath: async () => [],
    history: { entries, add: (prompt) => void entries.push(prompt) },
    onNotice() {},
    about: { version: '0.0.0', workspace: '/w', notices: [] },
    ...given,
  };
}
