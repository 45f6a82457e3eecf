import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';
import { BUNDLE } from '../shared/built.mjs';

const TERMINAL = fileURLToPath(new URL('../../packages/tui/test/pty/terminal.ts', import.meta.url));
/** The longest that the Bash tool lets a command run. */
const MAX_COMMAND_MS = 600_000;
const WARM_UP_MS = 30_000;
const KEY_MS = 5;
const SETTLE_MS = 5_000;
const SAMPLE_MS = 1_000;
/** Clock ticks of /proc/PID/stat are 10 ms on every Linux that Node runs on. */
const TICK_MS = 10;
const MAX_GROWTH_MB = 4;
const MAX_CPU_PERCENT = 1;

const SCREENS = [
  { name: 'question', command: 'make all', waitsFor: 'Allow Bash?', framesPerSecond: 0, keys: ['down', 'up'] },
  {
    name: 'running command',
    command: 'sleep 100000',
    waitsFor: 'working',
    framesPerSecond: 1,
    keys: ['x', 'backspace'],
  },
];

export const TERMINAL_COLUMNS = ['screen', 'seconds', 'RSS at first', 'RSS at last', 'CPU', 'frames', 'broken'];

/** The shipped program in terminals that no one touches: flat memory, next to no CPU, and a screen that stays as it was. */
export async function terminals(soak) {
  const { module } = await runnerImport(TERMINAL, { logLevel: 'error' });
  soak.world.write(
    'home/.config/caliban/permissions.toml',
    '[[permissions.rules]]\npattern = "Bash:sleep *"\naction = "allow"\n',
  );
  return Promise.all(SCREENS.map((screen) => leaveOpen(soak, screen, module.TestTerminal)));
}

async function leaveOpen(soak, { name, command, waitsFor, framesPerSecond, keys }, TestTerminal) {
  let broken = 0;
  const breach = (text) => {
    broken++;
    soak.breach(`${name}: ${text}`);
  };
  soak.started++;
  const call = { name: 'Bash', input: { command, timeout: MAX_COMMAND_MS } };
  const script = soak.world.write(`${name}.json`, JSON.stringify([{ tool_uses: [call] }, { text: 'Done.' }]));
  const terminal = TestTerminal.start(process.execPath, [BUNDLE, '--model', `scripted:${script}`], {
    cwd: soak.world.workspace,
    env: { ...NOTHING_INHERITED, ...soak.world.env },
  });
  await terminal.shows(/^> /m);
  terminal.type('go\r');
  await terminal.shows(waitsFor);
  await warmUp(terminal, keys, Math.min(WARM_UP_MS, (soak.endsAt - performance.now()) / 3));

  const first = withoutTime(terminal.text);
  const written = terminal.raw.length;
  const began = { at: performance.now(), cpuMs: cpuMs(terminal.pid) };
  const rss = [];
  let other = null;
  while (!soak.isOver) {
    rss.push(rssMegabytes(terminal.pid));
    if (withoutTime(terminal.text) !== first) other ??= terminal.text;
    await sleep(Math.min(SAMPLE_MS, Math.max(1, soak.endsAt - performance.now())));
  }
  const seconds = (performance.now() - began.at) / 1_000;
  const cpu = (cpuMs(terminal.pid) - began.cpuMs) / seconds / 10;
  if (withoutTime(terminal.text) !== first) other ??= terminal.text;
  const { frames, outside } = framesIn(terminal.raw.slice(written));

  const quarter = Math.ceil(rss.length / 4);
  const [early, late] = [median(rss.slice(0, quarter)), median(rss.slice(-quarter))];
  if (late - early > MAX_GROWTH_MB) breach(`memory grew from ${early.toFixed(1)} to ${late.toFixed(1)} MB`);
  if (cpu >= MAX_CPU_PERCENT) breach(`it took ${cpu.toFixed(2)} % of a core`);
  if (frames > framesPerSecond * seconds + 1) breach(`${frames} frames in ${seconds.toFixed(0)} s`);
  if (outside !== '') breach(`written over the screen: ${JSON.stringify(outside.slice(0, 500))}`);
  if (other !== null) breach(`the screen changed from\n${first}\nto\n${other}`);
  soak.world.write(`${name}.txt`, `${terminal.text}\n`);

  terminal.signal('SIGTERM');
  await terminal.exited;
  const megabytes = (value) => `${value.toFixed(1)} MB`;
  return [name, seconds.toFixed(0), megabytes(early), megabytes(late), `${cpu.toFixed(2)} %`, frames, broken];
}

/**
 * V8 lets its heap grow to a steady size before it collects. At one frame a second that takes longer than the soak, so keys
 * draw thousands of frames first. They leave the screen as it was.
 */
async function warmUp(terminal, keys, ms) {
  const endsAt = performance.now() + ms;
  while (performance.now() < endsAt) {
    for (const key of keys) {
      terminal.press(key);
      await sleep(KEY_MS);
    }
  }
  await sleep(SETTLE_MS);
}

const NOTHING_INHERITED = Object.fromEntries(Object.keys(process.env).map((name) => [name, undefined]));

/** Spinner frames and elapsed times are the only cells that may change. */
function withoutTime(screen) {
  return screen.replace(/^[\u2800-\u28ff] /gmu, '* ').replace(/ · (?:\d+h )?(?:\d+m ?)?(?:[\d.]+s)?$/gm, ' · TIME');
}

/** Everything that we draw is in a synchronized update. */
function framesIn(written) {
  let frames = 0;
  const outside = written.replace(/\u001b\[\?2026h.*?\u001b\[\?2026l/gs, () => {
    frames++;
    return '';
  });
  return { frames, outside };
}

function rssMegabytes(pid) {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;
}

/** User and system time of all threads. */
function cpuMs(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

function median(values) {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)];
}
