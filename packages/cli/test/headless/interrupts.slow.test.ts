import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { bash, script } from './helpers/scripts.ts';
import { Workplace } from './helpers/workplace.ts';

const SERVER = fileURLToPath(new URL('../../../agent/test/mcp/servers/stdio.mjs', import.meta.url));
const MCP = `[mcp_servers.tools]\ncommand = "${process.execPath}"\nargs = ["${SERVER}"]\n`;
const FLAGS = ['--permission-mode', 'dontAsk', '--output-format', 'stream-json'];

/** Ever the same: a command that leaves a mark before and after, and takes its time between. */
const MARKS = Array.from({ length: 30 }, (_, index) => bash(`echo ${index} >> marks.txt; sleep 0.05; true`));

function placeWith(...uses: readonly ReturnType<typeof bash>[]): Workplace {
  return new Workplace({ '~/.config/caliban/settings.toml': MCP, '/script.json': script(...uses) });
}

const argv = (place: Workplace) => ['-p', 'go', '--model', `scripted:${place.path('/script.json')}`, ...FLAGS];

describe('interrupted at any instant: it ends, nothing it started remains, every effect has its line', () => {
  test.each(Array.from({ length: 24 }, (_, index) => [60 + index * 75]))('SIGINT after %d ms', async (delay) => {
    const place = placeWith(...MARKS);
    const { child, finished } = place.start(argv(place));
    const timer = setTimeout(() => child.kill('SIGINT'), delay);
    const { code, signal, timedOut } = await finished;
    clearTimeout(timer);
    expect(timedOut).toBe(false);
    // Before it listens, the signal itself ends it.
    expect(code === 130 || signal === 'SIGINT' || code === 0).toBe(true);
    expect(await place.orphans()).toEqual([]);
    const effects = place.has('marks.txt') ? place.read('marks.txt').trim().split('\n').length : 0;
    expect(place.log().length).toBeGreaterThanOrEqual(effects);
  });
});

describe('ending it ends all its processes', () => {
  const STUBBORN = bash(`trap '' INT TERM HUP; touch started.txt; sleep 600`);

  test.each<[NodeJS.Signals]>([['SIGINT'], ['SIGTERM'], ['SIGHUP']])(
    '%s while a command runs that ignores it',
    async (signal) => {
      const place = placeWith(STUBBORN);
      const { child, finished } = place.start(argv(place));
      await startedIn(place);
      child.kill(signal);
      expect(await finished).toMatchObject({ code: 130, timedOut: false });
      expect(await place.orphans()).toEqual([]);
    },
  );

  test('a second SIGINT does not wait for the first', async () => {
    const place = placeWith(STUBBORN);
    const { child, finished } = place.start(argv(place));
    await startedIn(place);
    child.kill('SIGINT');
    await once(AbortSignal.timeout(200), 'abort');
    const askedAgain = performance.now();
    child.kill('SIGINT');
    expect((await finished).code).toBe(130);
    expect(performance.now() - askedAgain).toBeLessThan(1_500);
    expect(await place.orphans()).toEqual([]);
  });

  test('standard output without a reader', async () => {
    const place = placeWith(STUBBORN, ...MARKS);
    const { child, finished } = place.start(argv(place));
    await startedIn(place);
    child.stdout?.destroy();
    child.kill('SIGINT');
    expect((await finished).timedOut).toBe(false);
    expect(await place.orphans()).toEqual([]);
  });

  async function startedIn(place: Workplace): Promise<void> {
    while (!place.has('started.txt')) await once(AbortSignal.timeout(20), 'abort');
  }
});
