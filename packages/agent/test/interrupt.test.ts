import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { AgentEvent } from '../src/events.ts';
import type { Script } from '../src/models/script/parse-script.ts';
import { scriptedModel } from '../src/models/script/scripted-model.ts';
import { createBashTool } from '../src/tools/bash.ts';
import { anyAlive } from '../src/tools/shell/end-processes.ts';
import { findShell } from '../src/tools/shell/find-shell.ts';
import type { SessionState, Tool } from '../src/tools/tool.ts';
import { CALM, collect, ending, madeAgent, only } from './helpers/made-agent.ts';
import { madeTool, said, signpost, untilAbort } from './helpers/made-tools.ts';
import { transcriptProblems } from './helpers/transcript-problems.ts';

async function startSleeper({ processes }: SessionState): Promise<number> {
  const child = spawn('sleep', ['600'], { detached: true, stdio: 'ignore' });
  await once(child, 'spawn');
  processes.add(child.pid as number);
  return child.pid as number;
}

/** Runs until the event with that number, then interrupts. Everything that comes after is collected too. */
async function interruptedAt(number: number, events: (signal: AbortSignal) => AsyncIterable<AgentEvent>) {
  const interruption = new AbortController();
  const collected: AgentEvent[] = [];
  if (number === 0) interruption.abort();
  for await (const event of events(interruption.signal)) {
    if (collected.push(event) === number) interruption.abort();
  }
  return collected;
}

describe('an interruption at every event', () => {
  const script: Script = [
    {
      thinking: 'hm',
      text: 'first some reading and writing',
      tool_uses: [
        { name: 'Read', input: { path: 'a' } },
        { name: 'Read', input: { path: 'b' } },
        { name: 'Write', input: { path: 'c' } },
        { name: 'Nothing' },
        { name: 'Bash', input: { command: 'sleep' } },
        { name: 'Agent', input: { prompt: 'help', description: 'help' } },
      ],
    },
    { text: 'the helper reads', tool_uses: [{ name: 'Read', input: { path: 'd' } }] },
    { text: 'the helper is done' },
    { text: 'all done' },
  ];

  function made() {
    const pids: number[] = [];
    const tools: readonly Tool[] = [
      madeTool({
        name: 'Read',
        does({ path }, { progress }) {
          progress('…');
          return said(String(path));
        },
      }),
      madeTool({ name: 'Write', access: 'edit' }),
      madeTool({
        name: 'Bash',
        access: 'execute',
        async does(_, { session, progress }) {
          pids.push(await startSleeper(session));
          progress('started');
          return said('in the background');
        },
      }),
    ];
    const agent = madeAgent({ tools: () => tools, rules: ['Write allow', 'Bash allow', 'Agent allow'], script });
    return { ...agent, pids };
  }

  test('leaves a transcript that a model can go on from, and no process', async () => {
    const whole = made();
    const total = (await collect(whole.agent.run('go', CALM))).length;
    await whole.session.processes.endAll();
    expect(total).toBeGreaterThan(40);

    for (let number = 0; number < total; number++) {
      const { agent, session, pids, recorded } = made();
      const events = await interruptedAt(number, (signal) => agent.run('go', signal));
      const end = ending(events);
      expect([number, transcriptProblems(agent.messages)]).toEqual([number, []]);
      expect(recorded.map((entry) => entry.kind === 'message' && entry.message)).toEqual(agent.messages);
      if (end.end.kind === 'interrupted') expect([number, pids.filter(anyAlive)]).toEqual([number, []]);
      else expect([number, end.end.kind]).toEqual([number, 'done']);

      const started = only(events, 'tool-started').map(({ id, agent: name }) => `${name}/${id}`);
      expect(
        only(events, 'tool-finished')
          .map(({ id, agent: name }) => `${name}/${id}`)
          .sort(),
      ).toEqual(started.sort());
      expect(ending(await collect(agent.run('go on', CALM))).end.kind).toBe('done');
      expect([number, transcriptProblems(agent.messages)]).toEqual([number, []]);
      await session.processes.endAll();
      expect([number, pids.filter(anyAlive)]).toEqual([number, []]);
    }
  });
});

describe('an interruption while waiting for a person', () => {
  const use = {
    tool_uses: [
      { name: 'Write', input: { path: 'a' } },
      { name: 'Read', input: {} },
    ],
  };

  /** Interrupts once `at` was reached. */
  async function interrupted(made: ReturnType<typeof madeAgent>, at: { readonly reached: Promise<void> }) {
    const interruption = new AbortController();
    void at.reached.then(() => interruption.abort());
    const events = await collect(made.agent.run('go', interruption.signal));
    expect(transcriptProblems(made.agent.messages)).toEqual([]);
    return { end: ending(events), ends: only(events, 'tool-finished').map(({ end }) => end) };
  }

  test('a model that does not listen', async () => {
    const at = signpost();
    const made = madeAgent({
      model: {
        name: 'deaf',
        async *reply() {
          yield { kind: 'text', text: 'well, ' };
          at.reach();
          await new Promise(() => {});
        },
      },
    });
    const { end } = await interrupted(made, at);
    expect([end.end, made.agent.messages]).toEqual([
      { kind: 'interrupted' },
      [
        { role: 'user', text: 'go' },
        { role: 'assistant', parts: [{ kind: 'text', text: 'well, ' }] },
      ],
    ]);
  });

  test('an operator who is being asked', async () => {
    const at = signpost();
    const made = madeAgent({
      tools: () => [madeTool({ name: 'Write', access: 'edit' }), madeTool({ name: 'Read' })],
      script: [use],
      askHandler: {
        ask() {
          at.reach();
          return new Promise(() => {});
        },
      },
    });
    const { end, ends } = await interrupted(made, at);
    // What nobody has answered is no denial.
    expect([end.end, ends, end.denials]).toEqual([{ kind: 'interrupted' }, ['aborted', 'aborted'], []]);
  });

  test.each<[string, (signal: AbortSignal) => Promise<never>]>([
    ['a tool that listens', untilAbort],
    ['a tool that does not', () => new Promise(() => {})],
  ])('%s', async (_, wait) => {
    const at = signpost();
    const pids: number[] = [];
    const tool = madeTool({
      name: 'Write',
      access: 'edit',
      async does(__, { signal, session }) {
        pids.push(await startSleeper(session));
        at.reach();
        return wait(signal);
      },
    });
    const made = madeAgent({ tools: () => [tool, madeTool({ name: 'Read' })], rules: ['Write allow'], script: [use] });
    const { end, ends } = await interrupted(made, at);
    expect([end.end, ends, pids.filter(anyAlive)]).toEqual([{ kind: 'interrupted' }, ['aborted', 'aborted'], []]);
  });

  test('a real command, with all it has started', async () => {
    const made = madeAgent({
      tools: () => [createBashTool(findShell())],
      rules: ['Bash allow'],
      script: [{ tool_uses: [{ name: 'Bash', input: { command: 'sleep 600 & echo $!; sleep 600' } }] }],
    });
    const interruption = new AbortController();
    let child = 0;
    for await (const event of made.agent.run('go', interruption.signal)) {
      if (event.kind !== 'tool-progress') continue;
      child = Number(event.text);
      interruption.abort();
    }
    expect(child).toBeGreaterThan(0);
    expect([anyAlive(child), isRunning(child), transcriptProblems(made.agent.messages)]).toEqual([false, false, []]);
  });

  test('a summary', async () => {
    const at = signpost();
    const made = madeAgent({
      limits: { turns: 5, contextTokens: 100 },
      messages: [
        { role: 'user', text: 'long ago '.repeat(100) },
        { role: 'assistant', parts: [{ kind: 'text', text: 'yes' }] },
      ],
      model: {
        name: 'deaf',
        reply() {
          at.reach();
          return nothing();
        },
      },
    });
    expect((await interrupted(made, at)).end.end).toEqual({ kind: 'interrupted' });
  });

  test('a listener that leaves ends the run', async () => {
    const at = signpost();
    const tool = madeTool({
      name: 'Read',
      does: (_, { signal }) => {
        signal.addEventListener('abort', at.reach);
        return untilAbort(signal);
      },
    });
    const { agent } = madeAgent({ tools: () => [tool], script: [{ tool_uses: [{ name: 'Read', input: {} }] }] });
    for await (const event of agent.run('go', CALM)) if (event.kind === 'tool-started') break;
    expect(transcriptProblems(agent.messages)).toEqual([]);
    expect(agent.messages.at(-1)).toMatchObject({ role: 'tool', results: [{ isError: true }] });
  });
});

test('a model that was aborted by itself has failed', async () => {
  const { agent } = madeAgent({ model: scriptedModel([{ fault: 'drop' }]) });
  expect(ending(await collect(agent.run('go', CALM))).end.kind).toBe('failed');
});

/** The dead who wait to be collected are dead. */
function isRunning(pid: number): boolean {
  try {
    return !/\) [ZX]/.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
}

async function* nothing(): AsyncGenerator<never> {
  await new Promise(() => {});
}
