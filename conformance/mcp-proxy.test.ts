import { absolutePath } from '@caliban/calls';
import {
  type Action,
  createRuleBook,
  NonInteractiveAskHandler,
  openGate,
  parsePattern,
  type Rule,
} from '@caliban/gate';
import { describe, expect, test } from 'vitest';
import { ElicitationAskHandler } from '../packages/adapters/src/mcp/ask/elicitation-ask-handler.ts';
import { McpProxy } from '../packages/adapters/src/mcp/proxy.ts';
import { expectedMatch, MATCH_CASES, VERDICT_CASES } from './cases.ts';

type Written = { readonly pattern: string; readonly action: Action };
type Row = { readonly tool: string; readonly input: unknown; readonly workspace: string };

/** The rows about tools of MCP servers, as `tools/call` requests through the proxy: what was said of each, and did it pass? */
describe('mcp-proxy', () => {
  const isMcp = ({ tool, input }: Row) => /^mcp__.+__.+/.test(tool) && isArguments(input);

  test.each(MATCH_CASES.filter(isMcp).map((row) => [row.pattern, JSON.stringify(row.input), row] as const))(
    '`%s` on %s',
    async (pattern, _input, row) => {
      const said = await verdictOf([{ pattern, action: 'deny' }], row);
      const expected = expectedMatch(row);
      if (said === 'load-error') expect(expected).not.toBe(true);
      else expect(said === 'deny').toBe(expected);
    },
  );

  test.each(VERDICT_CASES.filter(isMcp).map((row) => [row.why, row] as const))('%s', async (_why, row) => {
    const said = await verdictOf(row.rules, row);
    expect(said).toBe(row.expect === 'load-error' ? 'load-error' : row.expect.action);
  });

  test('there are such rows', () => {
    expect(MATCH_CASES.filter(isMcp).length).toBeGreaterThan(0);
  });
});

async function verdictOf(written: readonly Written[], row: Row): Promise<Action | 'load-error'> {
  const rules = toRules(written);
  if (rules === 'load-error') return 'load-error';
  const [, server = '', name = ''] = /^mcp__(.+?)__(.+)$/.exec(row.tool) ?? [];
  const book = createRuleBook(rules);
  const said: Action[] = [];
  const passed: string[] = [];
  const askHandler = new ElicitationAskHandler(new NonInteractiveAskHandler({ autoAllow: false }));
  const proxy = new McpProxy({
    gate: openGate({
      policy: { rules: { book } },
      mode: {},
      ask: askHandler,
      log: { record: ({ action }) => void said.push(action) },
    }),
    askHandler,
    server,
    context: { workspace: absolutePath(row.workspace) },
    sessionId: 'conformance',
    toClient() {},
    toServer: (line) => void passed.push(line.toString()),
    warn() {},
  });
  const request = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: row.input } };
  proxy.fromClient({ kind: 'line', bytes: Buffer.from(JSON.stringify(request)) });
  await new Promise(setImmediate);
  expect(passed).toHaveLength(said[0] === 'allow' ? 1 : 0);
  return said[0] ?? 'deny';
}

function isArguments(input: unknown): boolean {
  return typeof input === 'object' && input !== null && !Array.isArray(input);
}

function toRules(written: readonly Written[]): Rule[] | 'load-error' {
  const rules: Rule[] = [];
  for (const { pattern: text, action } of written) {
    const pattern = parsePattern(text);
    if (!pattern.ok) return 'load-error';
    rules.push({ pattern: pattern.value, action, source: { layer: 'project' } });
  }
  return rules;
}
