import { absolutePath, type CallContext, describeCall, TOOL_PROFILES } from '@caliban/calls';
import { type Action, createRuleBook, DEFAULT_RULES, judge, openGate } from '@caliban/gate';
import { describe, expect, test } from 'vitest';
import { fieldOf, textOf } from '../packages/adapters/src/hosts/protocol/payload.ts';
import { guardAiSdkTools } from '../packages/adapters/src/sdks/ai-sdk.ts';
import type { Guard } from '../packages/adapters/src/sdks/check-call.ts';
import { canUseTool } from '../packages/adapters/src/sdks/claude-agent-sdk.ts';
import { guardTool, ToolRefused } from '../packages/adapters/src/sdks/guard-tool.ts';
import { guardLangChainTool } from '../packages/adapters/src/sdks/langchain.ts';
import { guardMcpClient } from '../packages/adapters/src/sdks/mcp-client.ts';
import { guardMcpHandler } from '../packages/adapters/src/sdks/mcp-handler.ts';
import { guardOpenAiAgentsTool } from '../packages/adapters/src/sdks/openai-agents.ts';
import { hostPayload } from '../packages/adapters/test/helpers/host-payload.ts';
import { DECIDED_CASES, type DecidedCase } from './decided-cases.ts';

type Call = { readonly tool: string; readonly input: unknown };
type Runs = (guard: Guard, call: Call) => Promise<boolean>;

/** A call as each SDK makes it: did the tool run? */
const WRAPPERS: Readonly<Record<string, Runs>> = {
  guardTool: async (guard, { tool, input }) => {
    const probe = new Probe();
    await refusable(guardTool(guard, tool, probe.run)(input));
    return probe.ran;
  },
  guardAiSdkTools: async (guard, { tool, input }) => {
    const probe = new Probe();
    const tools = guardAiSdkTools(guard, { [tool]: { execute: probe.run } });
    await refusable(tools[tool]?.execute(input, { toolCallId: 'call-1', messages: [] }));
    return probe.ran;
  },
  guardMcpClient: async (guard, { tool, input }) => {
    const probe = new Probe();
    const client = { callTool: probe.run, listTools: probe.run, request: probe.run };
    const guarded = guardMcpClient(calledAs(tool, guard), client, { server: 'any' });
    await guarded.callTool({ name: 'any', arguments: input });
    return probe.ran;
  },
  guardMcpHandler: async (guard, { tool, input }) => {
    const probe = new Probe();
    await guardMcpHandler(calledAs(tool, guard), { server: 'any', tool: 'any' }, probe.run)(input, {});
    return probe.ran;
  },
  canUseTool: async (guard, call) => {
    const { tool, input } = inTheNamesOfClaudeCode(call);
    const { signal } = new AbortController();
    const { behavior } = await canUseTool(guard)(tool, input as Record<string, unknown>, { signal });
    return behavior === 'allow';
  },
  guardOpenAiAgentsTool: async (guard, { tool, input }) => {
    const probe = new Probe();
    const guarded = guardOpenAiAgentsTool(guard, { name: tool, invoke: probe.run });
    await guarded.invoke({}, JSON.stringify(input));
    return probe.ran;
  },
  guardLangChainTool: async (guard, { tool, input }) => {
    const probe = new Probe();
    const guarded = guardLangChainTool(guard, { name: tool, invoke: probe.run });
    await guarded.invoke({ type: 'tool_call', id: 'call-1', args: input });
    return probe.ran;
  },
};

describe.each(Object.entries(WRAPPERS))('%s', (name, runs) => {
  const rows = DECIDED_CASES.filter((row) => name !== 'canUseTool' || isForClaudeCode(row));

  test(`${rows.length} cases`, async () => {
    expect(rows.length).toBeGreaterThan(400);
    for (const row of rows) {
      const action = await answerOf(runs, row);
      if (name === 'canUseTool' && namesNothing(row)) {
        expect(['ask', 'deny'], row.name).toContain(action);
        if (row.expected.every((expected) => expected === 'deny')) expect(action, row.name).toBe('deny');
        continue;
      }
      expect(row.expected, row.name).toContain(action);
      expect(action, row.name).toBe(judge(bookOf(row), describeCall({ ...row, context: around(row) })).action);
    }
  });
});

/** Once with an operator who says yes and once with one who says no: what they are asked about has to be theirs to decide. */
async function answerOf(runs: Runs, row: DecidedCase): Promise<Action> {
  const yes = await runsWhenAnswered(runs, row, 'allow');
  const no = await runsWhenAnswered(runs, row, 'deny');
  // A call without what rules look at may be judged under two names, and is asked about again if the first answer is yes.
  if (namesNothing(row)) expect(yes.asked > 0, row.name).toBe(no.asked > 0);
  else expect(yes.asked, row.name).toBe(no.asked);
  if (yes.asked > 0) {
    expect([yes.ran, no.ran], row.name).toEqual([true, false]);
    return 'ask';
  }
  expect(yes.ran, row.name).toBe(no.ran);
  return yes.ran ? 'allow' : 'deny';
}

async function runsWhenAnswered(runs: Runs, row: DecidedCase, action: 'allow' | 'deny') {
  const book = bookOf(row);
  let asked = 0;
  const gate = openGate({
    policy: { rules: { book } },
    mode: {},
    ask: {
      ask: async () => {
        asked++;
        return { kind: 'once', action, by: 'operator' };
      },
    },
    log: null,
  });
  const ran = await runs({ gate, context: around(row) }, row);
  return { ran, asked };
}

function bookOf({ rules }: DecidedCase) {
  return createRuleBook([...rules, ...DEFAULT_RULES]);
}

function around({ workspace }: DecidedCase): CallContext {
  return { workspace: absolutePath(workspace), home: absolutePath('/home/u') };
}

/** A tool that only tells whether it was run. */
class Probe {
  ran = false;
  readonly run = async (..._given: readonly unknown[]): Promise<string> => {
    this.ran = true;
    return 'done';
  };
}

/** What the tool of a server is in the names of the rules. */
function calledAs(tool: string, guard: Guard): Guard {
  return { ...guard, calls: (_, input) => [{ tool, input }] };
}

async function refusable(running: Promise<unknown> | undefined): Promise<void> {
  await running?.catch((error: unknown) => {
    if (!(error instanceof ToolRefused)) throw error;
  });
}

/** Its tools have names of their own for some fields, and their input is always an object with the texts in place. */
function isForClaudeCode({ tool, input }: Call): boolean {
  // Leaving plan mode is asked about there, whatever is allowed by default.
  if (tool === 'ExitPlanMode') return false;
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return false;
  const { command = '', path = '', url = '', file_path } = input as Readonly<Record<string, unknown>>;
  return file_path === undefined && [command, path, url].every((field) => typeof field === 'string');
}

/** Without what rules look at, a call of Claude Code's is asked about, even where ours would find nothing to do. */
function namesNothing({ tool, input }: Call): boolean {
  const field = TOOL_PROFILES.get(tool)?.argument?.field;
  if (field === undefined || tool === 'Grep' || tool === 'Glob') return false;
  return field === 'command' ? typeof fieldOf(input, field) !== 'string' : textOf(input, field) === undefined;
}

function inTheNamesOfClaudeCode(call: Call): Call {
  const payload = hostPayload('claude-code', call.tool, call.input) as {
    tool_name: string;
    tool_input: unknown;
  } | null;
  return payload === null ? call : { tool: payload.tool_name, input: payload.tool_input };
}
