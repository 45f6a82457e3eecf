import { absolutePath } from '@caliban/calls';
import {
  type Action,
  type AskHandler,
  type AuditEntry,
  NonInteractiveAskHandler,
  type OpenGate,
  openGate,
  parsePattern,
  RuntimeRuleStore,
  type SharedPermissionMode,
} from '@caliban/gate';
import { ElicitationAskHandler } from '../../../src/mcp/ask/elicitation-ask-handler.ts';
import { McpProxy } from '../../../src/mcp/proxy.ts';

export type Json = Record<string, unknown>;

/** A proxy between two lists: what the client got, and what the server got. */
export class ProxyBench {
  readonly client: string[] = [];
  readonly server: string[] = [];
  readonly log: AuditEntry[] = [];
  readonly mode: SharedPermissionMode;
  readonly proxy: McpProxy;

  constructor(...rules: readonly (readonly [pattern: string, action: Action])[]) {
    const askHandler = new ElicitationAskHandler(new NonInteractiveAskHandler({ autoAllow: false }));
    const gate = this.#gate(rules, askHandler);
    this.mode = gate.mode;
    this.proxy = new McpProxy({
      gate,
      askHandler,
      server: 'srv',
      context: { workspace: absolutePath('/ws') },
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

  #gate(rules: readonly (readonly [string, Action])[], askHandler: AskHandler): OpenGate {
    const store = new RuntimeRuleStore(
      rules.map(([text, action], line) => {
        const pattern = parsePattern(text);
        if (!pattern.ok) throw new Error(text);
        return { pattern: pattern.value, action, source: { layer: 'user' as const, line } };
      }),
    );
    return openGate({
      policy: { rules: store, remember: ({ rule }) => void store.add(rule) },
      mode: {},
      ask: askHandler,
      log: { record: (entry) => void this.log.push(entry) },
    });
  }
}
