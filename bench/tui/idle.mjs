import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { startSession } from './program.mjs';

/** What a session costs while it waits: processor time, memory and what it writes. Null where there is no /proc. */
export async function measureIdle(scratch, { seconds }) {
  if (process.platform !== 'linux') return null;
  const rows = [];
  for (const [name, reach] of Object.entries(SITUATIONS))
    rows.push({ name, ...(await measure(scratch, { seconds, reach })) });
  return { seconds, rows };
}

/** How each of them is reached. A row of the transcript changes every second while a command runs, and never else. */
const SITUATIONS = {
  'an empty prompt': async () => {},
  'a question left open': async (terminal) => {
    terminal.type('clean up\r');
    await terminal.shows('❯ 3  r  reject once');
  },
  'a running command': async (terminal) => {
    terminal.type('!sleep 600\r');
    await terminal.shows('working · esc interrupts');
  },
};

async function measure(scratch, { seconds, reach }) {
  const use = { name: 'Bash', input: { command: 'ls src && rm -rf build' } };
  const terminal = startSession([{ text: 'Let me clean up.', tool_uses: [use] }, { text: 'done' }], scratch);
  try {
    await terminal.shows(/^> /m);
    await reach(terminal);
    // The last frame is drawn, and what the start left behind has been collected.
    await sleep(SETTLE_MS);
    const before = usage(terminal.pid);
    const written = terminal.raw.length;
    await sleep(seconds * 1000);
    const after = usage(terminal.pid);
    return {
      cpuShare: (after.cpuMs - before.cpuMs) / (seconds * 1000),
      rssMb: after.rssMb,
      grownMb: after.rssMb - before.rssMb,
      writtenBytes: terminal.raw.length - written,
    };
  } finally {
    await terminal.close();
  }
}

const SETTLE_MS = 3000;

/** Ticks of the kernel's clock, as it reports them to programs on every machine. */
const TICK_MS = 10;

function usage(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return { cpuMs: (Number(fields[11]) + Number(fields[12])) * TICK_MS, rssMb: Number(kilobytes) / 1024 };
}
