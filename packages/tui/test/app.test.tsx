import type { AgentEvent } from '@caliban/agent';
import { expect, test } from 'vitest';
import { App } from '../src/app.tsx';
import { TuiAskHandler } from '../src/ask/tui-ask-handler.ts';
import { Session } from '../src/session/session.ts';
import { bash, onStage, questionFor, settled } from './fields/stage.tsx';
import { sessionParts } from './helpers/session-parts.ts';

const SIZE = { columns: 60, rows: 16 };

type Row = readonly [screen: string, prompt: string | null, frames: number, rows: readonly string[]];

test.each<Row>([
  ['an idle prompt', null, 0, ['>', '[default] made:model · /w · Shift+Tab: mode']],
  [
    'a running command',
    'run',
    10,
    ['⠋ Bash make · 10s', '⠋ working · esc interrupts', '>', '[default] made:model · /w · 10s'],
  ],
  ['a question', 'ask', 0, [`╭─ Allow Bash? ${'─'.repeat(44)}╮`, '[default] made:model · /w · Shift+Tab: mode']],
])('%s is left alone for ten seconds', async (_, prompt, frames, rows) => {
  const { stage, pass } = await staged(prompt);
  const before = stage.frames.length;
  await pass(10);
  expect(stage.frames.length - before).toBe(frames);
  const shown = stage.frame().split('\n');
  expect(shown.map((row) => row.trimEnd())).toEqual(expect.arrayContaining([...rows]));
  stage.unmount();
});

async function staged(prompt: string | null) {
  let now = 0;
  const askHandler = new TuiAskHandler();
  async function* run(text: string, signal: AbortSignal): AsyncGenerator<AgentEvent> {
    yield { kind: 'tool-started', id: '1', name: 'Bash', input: { command: 'make' } };
    if (text === 'run') yield { kind: 'tool-running', id: '1' };
    if (text === 'ask') await askHandler.ask(questionFor(bash('make')), signal);
    else await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  }
  const session = new Session({ parts: sessionParts({ conversation: { run } }), clock: () => now });
  const stage = await onStage(<App session={session} askHandler={askHandler} size={SIZE} />);
  if (prompt !== null) session.send(prompt);
  await settled();
  // Events are drawn a frame later, and a question is armed after a while.
  await new Promise((resolve) => setTimeout(resolve, 50));
  await stage.pass(1100);
  return {
    stage,
    async pass(seconds: number) {
      for (let second = 0; second < seconds; second += 1) {
        now += 1000;
        await stage.pass(1000);
      }
    },
  };
}
