// What happens to the processes and disks of the soak.

import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { fillDisk, mountSmallDisk } from '../faults/small-disk.mjs';

/** Null without root: disks of their own for the data of PostgreSQL, for what it writes ahead, and for the files of agents. */
export function smallDisks(root) {
  if (process.getuid?.() !== 0) return null;
  // PostgreSQL runs as another user.
  chmodSync(root, 0o711);
  const mount = (name, size) => {
    const directory = join(root, name);
    mountSmallDisk(directory, { size }, (undo) => process.on('exit', undo));
    return directory;
  };
  return {
    data: mount('data', '256m'),
    wal: mount('wal', '48m'),
    agents: mount('agents', '64m'),
  };
}

/** Of hubs and agents, which read the time through `Date.now`; that of PostgreSQL where libfaketime is installed. */
export function jumpingClocks(root) {
  const shift = fileURLToPath(new URL('../soak/shift-clock.cjs', import.meta.url));
  const [here, there] = [join(root, 'clock'), join(root, 'clock-of-database')];
  const jump = (ms) => {
    writeFileSync(here, String(ms));
    writeFileSync(there, `${ms < 0 ? '' : '+'}${ms / 1000}`);
  };
  jump(0);
  // The agents are in this process.
  process.env.SOAK_CLOCK = here;
  createRequire(import.meta.url)(shift);
  const library = LIBRARIES.find((path) => existsSync(path));
  return {
    jump,
    ofNode: { NODE_OPTIONS: `--require ${shift}`, SOAK_CLOCK: here },
    ofDatabase:
      library === undefined
        ? {}
        : {
            LD_PRELOAD: library,
            FAKETIME_TIMESTAMP_FILE: there,
            FAKETIME_NO_CACHE: '1',
            FAKETIME_DONT_FAKE_MONOTONIC: '1',
          },
    missing:
      library === undefined ? 'the clock of PostgreSQL jumps only with libfaketime; Debian has it as `faketime`' : null,
  };
}

const LIBRARIES = ['x86_64-linux-gnu', 'aarch64-linux-gnu'].map(
  (name) => `/usr/lib/${name}/faketime/libfaketimeMT.so.1`,
);
const JUMPS_MS = [0, 0, 4_000, -4_000, 3_600_000, -3_600_000];

/** One thing after the other, at random moments. */
export function makeTrouble({ hubs, links, cluster, disks, clocks, isOver }) {
  const counts = { hubs: 0, postgres: 0, backends: 0, stopped: 0, cut: 0, 'half-open': 0, 'full disks': 0, clocks: 0 };
  const events = {
    async hubs() {
      const hub = pick(hubs);
      await hub.kill();
      await sleep(Math.random() * 1_000);
      await hub.start();
    },
    async postgres() {
      await cluster.kill();
      await sleep(Math.random() * 1_500);
      await cluster.start();
    },
    backends: () => signal(pick(cluster.pids()), 'SIGTERM'),
    async stopped() {
      const pid = pick(cluster.pids());
      signal(pid, 'SIGSTOP');
      await sleep(Math.random() * 3_000);
      signal(pid, 'SIGCONT');
    },
    cut: () => pick(links).cut(),
    'half-open': () => pick(links).silence(),
    async 'full disks'() {
      const free = fillDisk(pick([disks.data, disks.wal, disks.agents]));
      await sleep(500 + Math.random() * 2_000);
      free();
      // Without space to write ahead, PostgreSQL ends.
      await sleep(300);
      if (cluster.hasEnded()) await cluster.start();
    },
    clocks: () => clocks.jump(pick(JUMPS_MS)),
  };
  const names = Object.keys(events).filter((name) => disks !== null || name !== 'full disks');
  return {
    counts,
    async run() {
      while (!isOver()) {
        await sleep(300 + Math.random() * 1_000);
        const name = pick(names);
        counts[name]++;
        await events[name]();
      }
      clocks.jump(0);
    },
  };
}

function signal(pid, how) {
  try {
    if (pid !== undefined) process.kill(pid, how);
  } catch {
    // It is gone already.
  }
}

function pick(list) {
  return list[Math.floor(Math.random() * list.length)];
}
