import {
  type Action,
  type AskHandler,
  absolutePath,
  type Gate,
  NonInteractiveAskHandler,
  RuntimeRuleStore,
} from '@caliban/gate';
import { disabledClassifier } from '@caliban/gate/internal/classify/disabled-classifier';
import { createModeFilter } from '@caliban/gate/internal/filter/mode-filter';
import { createGate } from '@caliban/gate/internal/gate';
import { judge } from '@caliban/gate/internal/judge/judge';
import { parsePattern } from '@caliban/gate/internal/pattern/parse-pattern';
import type { AuditEntry } from '@caliban/gate/internal/record/audit-entry';
import { SharedPermissionMode } from '@caliban/gate/internal/state/shared-permission-mode';
import { ElicitationAskHandler } from '../../../src/mcp/ask/elicitation-ask-handler.ts';
import { McpProxy } from '../../../src/mcp/proxy.ts';

export type Json = Record<string, unknown>;

/** A proxy between two lists: what the client got, and what the server got. */
export class ProxyBench {
  readonly client: string[] = [];
  readonly server: string[] = [];
  readonly log: AuditEntry[] = [];
  readonly mode = new SharedPermissionMode({ mode: 'default', latched: false });
  readonly proxy: McpProxy;

  constructor(...rules: readonly (readonly [pattern: string, action: Action])[]) {
    const askHandler = new ElicitationAskHandler(new NonInteractiveAskHandler({ autoAllow: false }));
    this.proxy = new McpProxy({
      gate: this.#gate(rules, askHandler),
      askHandler,
      server: 'srv',
      surroundings: { workspace: absolutePath('/ws') },
      sessionId: 'run-1',
      toClient: (line) => this.client.push(line.toString()),
      toServer: (line) => this.server.push(line.toString()),
      warn() {},
    });
  }

  /** Resolves when everything that needs nobody is decided. */
  async say(line: string | Json | readonly Json[]): Promise<void> {
    const text = typeof line === 'string' ? line : JSON.stringify(line);
    this.proxy.fromClient({ kind: 'line', bytes: Buffer.from(text) });
    await new Promise(setImmediate);
  }

  async reply(line: string | Json): Promise<void> {
    this.proxy.fromServer(Buffer.from(typeof line === 'string' ? line : JSON.stringify(line)));
    await new Promise(setImmediate);
  }

  /** The last that the client got. */
  get heard(): Json {
    return JSON.parse(this.client.at(-1) ?? 'null') as Json;
  }

  #gate(rules: readonly (readonly [string, Action])[], askHandler: AskHandler): Gate {
    const store = new RuntimeRuleStore(
      rules.map(([text, action], line) => {
        const pattern = parsePattern(text);
        if (!pattern.ok) throw new Error(text);
        return { pattern: pattern.value, action, source: { layer: 'user' as const, line } };
      }),
    );
    return createGate({
      judge: (call) => judge(store.book, call),
      modeFilter: createModeFilter({ mode: this.mode, classifier: disabledClassifier() }),
      askHandler,
      remember: ({ rule }) => void store.add(rule),
      record: (entry) => void this.log.push(entry),
      mode: () => this.mode.current,
    });
  }
}
