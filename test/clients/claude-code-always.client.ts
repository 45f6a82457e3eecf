import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { calls } from '../../packages/agent/test/providers/wire-reply.ts';
import { TestTerminal } from '../../packages/tui/test/pty/terminal.ts';
import { CLAUDE_CODE_AGENT, CLAUDE_CODE_SESSION, claudeCodeState } from './helpers/agents/claude-code.ts';
import type { Use } from './helpers/client.ts';
import { ClientPlace } from './helpers/client-place.ts';
import { ModelServer } from './helpers/model-server.ts';

const LOCAL = '.caliban/permissions.local.toml';
const MAKE = CLAUDE_CODE_AGENT.runs('make x');

let place: ClientPlace;
let model: ModelServer;
let terminal: TestTerminal;
beforeEach(() => {
  place = new ClientPlace({ Makefile: 'x:\n\techo made > made\ny:\n\techo made > made-y\n' });
  place.write('~/.claude.json', claudeCodeState(place.path('.')));
  place.caliban(['install', 'claude-code', '--yes']);
});
afterEach(async () => {
  await terminal.close();
  await model.close();
  place.remove();
});

test('"don\'t ask again" becomes a rule of ours', async () => {
  await start(MAKE);
  await shows('ask again for: make x *');
  terminal.type('2');
  await until(() => place.has(LOCAL));
  expect(place.read(LOCAL)).toContain('pattern = "Bash(make x *)"\naction = "allow"');
  expect(place.caliban(['perms', 'test', 'Bash', 'make x CC=cc'])).toContain('allow: rule `Bash(make x *)` (local');
});

test('a yes for once becomes none', async () => {
  await start(MAKE);
  await shows('ask again for: make x *');
  terminal.type('1');
  await shows('Done.');
  await until(() => place.log().some((line) => 'event' in line));
  expect([place.has('made'), place.has(LOCAL)]).toEqual([true, false]);
});

test('a question of ours has no "don\'t ask again"', async () => {
  place.write('~/.config/caliban/permissions.toml', 'permissions = { ask = ["Bash:make *"] }\n');
  await start(MAKE);
  await shows('caliban asks: rule `Bash:make *`');
  expect(terminal.text).not.toContain('ask again');
});

async function start(...uses: readonly Use[]): Promise<void> {
  const turns = uses.map((use, index) => calls([`call_${index}`, ...use]));
  model = await ModelServer.start(CLAUDE_CODE_AGENT.protocol, turns);
  const [program, ...args] = CLAUDE_CODE_SESSION;
  const env = { ...place.environment, ...CLAUDE_CODE_AGENT.env(model.origin), CLAUDECODE: undefined };
  terminal = TestTerminal.start(program as string, args, { cwd: place.path('.'), env, columns: 140, rows: 50 });
}

function shows(text: string): Promise<void> {
  return until(() => terminal.text.includes(text));
}

async function until(isSo: () => boolean): Promise<void> {
  for (let look = 0; look < MAX_LOOKS; look++) {
    if (isSo()) return;
    await setTimeout(100);
  }
  throw new Error(`it did not come to that; the screen:\n${terminal.text}`);
}

const MAX_LOOKS = 600;
