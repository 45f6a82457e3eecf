import { existsSync, readdirSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { processesOf } from '../headless/helpers/processes.ts';
import { Place } from './helpers/place.ts';
import { bash, type Call, script } from './helpers/replies.ts';
import { send } from './helpers/steps.ts';

let place: Place;
beforeEach(() => {
  place = new Place();
});
afterEach(() => place.remove());

const IN_BACKGROUND: Call = ['Bash', { command: 'sleep 600', run_in_background: true }];
const NEVER_ANSWERS = `[mcp_servers.silent]
command = "sh"
args = ["-c", ": > started.txt; exec sleep 600"]
`;

describe.each([
  ['drawn', []],
  ['plain', ['--plain']],
])('%s', (_face, flags) => {
  test.each([
    ['a model that cannot be had', ['--model', 'scripted:nofile'], 'nofile', 78],
    ['a session that is not there', ['--resume', 'nosuch'], 'nosuch', 2],
    ['a limit that is none', ['--max-turns', 'x'], '--max-turns', 2],
  ])('%s: it says so and ends', async (_, args, said, code) => {
    const terminal = place.start(script(), { args: [...flags, ...args] });
    expect(await terminal.exited).toBe(code);
    expect(terminal.text).toContain(said);
  });

  test.each([
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ])('%s ends it and all it has started', async (signal, code) => {
    const replies = script([IN_BACKGROUND, bash(': > started.txt; sleep 600')]);
    const args = [...flags, '--allow', 'Bash'];
    const terminal = await place.session(replies, { args, env: { TMPDIR: place.root } });
    send(terminal, 'go on');
    await stands('started.txt');
    terminal.signal(signal);
    expect(await terminal.exited).toBe(code);
    await nothingIsLeft();
  });

  test('a terminal that goes away ends it in order', async () => {
    const command = `trap ': > ended.txt; exit' TERM; : > started.txt; sleep 600 & wait`;
    const args = [...flags, '--allow', 'Bash'];
    const terminal = await place.session(script([bash(command)]), { args, env: { TMPDIR: place.root } });
    send(terminal, 'go on');
    await stands('started.txt');
    terminal.hangUp();
    await stands('ended.txt');
    await nothingIsLeft();
  });

  test('ctrl+c while a server comes up ends both', async () => {
    place.write('~/.config/caliban/settings.toml', NEVER_ANSWERS);
    const terminal = place.start(script(), { args: flags });
    await stands('started.txt');
    terminal.press('ctrl+c');
    expect(await terminal.exited).toBe(130);
    await nothingIsLeft();
  });
});

/** Nobody tells us of a file. */
async function stands(file: string): Promise<void> {
  await vi.waitUntil(() => existsSync(place.path(file)), { timeout: 15_000 });
}

/** What was killed just now may need a moment to die. */
async function nothingIsLeft(): Promise<void> {
  await vi.waitFor(() => expect(processesOf(place.root)).toEqual([]), { timeout: 10_000 });
  expect(readdirSync(place.root).filter((name) => name.startsWith('caliban-'))).toEqual([]);
}
