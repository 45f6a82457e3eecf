import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { readLoggedIds } from '../shared/logged-ids.mjs';

const WRITER = fileURLToPath(new URL('log-writer.mjs', import.meta.url));

const HOUR = 3_600_000;

/**
 * A log of its own that turns into archives all the time, written by processes that are killed, that are stopped for a while, and
 * whose clocks are weeks off.
 */
export async function logWriters(soak) {
  const counts = { processes: 0, killed: 0, stopped: 0 };
  const log = soak.world.path('busy/permission-decisions.jsonl');
  const written = [];
  const names = ['one', 'two', 'three'];
  await Promise.all(names.map((name) => writeUntilOver(soak, { log, name: `busy-${name}`, written, counts })));
  return [check(soak, { log, written, counts })];
}

async function writeUntilOver(soak, { log, name, written, counts }) {
  const random = soak.randomFor(name);
  for (let number = 1; !soak.isOver; number++) {
    const session = { ids: '', wasStopped: false };
    written.push(session);
    const jump = random.chance(0.3) ? (random.below(2_000) - 1_000) * HOUR : 0;
    const child = spawn(process.execPath, [WRITER, log, `${name}-${number}`, String(jump)], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...soak.world.env },
    });
    child.stdout.on('data', (chunk) => (session.ids += chunk));
    child.stderr.on('data', (chunk) => soak.breach(`a log writer says ${String(chunk).slice(0, 300)}`));
    const ended = new Promise((resolve) => child.on('close', resolve));
    soak.started++;
    counts.processes++;
    await sleep(500 + random.below(6_000));
    if (random.chance(0.3)) {
      session.wasStopped = true;
      counts.stopped++;
      child.kill('SIGSTOP');
      await sleep(random.below(3_000));
      child.kill('SIGCONT');
      await sleep(random.below(300));
    }
    // One that can hear it closes the log, which compresses what is old enough.
    const signal = random.chance(0.6) ? 'SIGKILL' : 'SIGTERM';
    if (signal === 'SIGKILL') soak.killed++;
    if (signal === 'SIGKILL') counts.killed++;
    child.kill(signal);
    await ended;
  }
}

/** An id was printed after its line was recorded: it must be there, once. One that was stopped for long may have written it twice. */
function check(soak, { log, written, counts }) {
  const found = readLoggedIds(log);
  let lost = 0;
  let told = 0;
  let twice = 0;
  for (const { ids, wasStopped } of written) {
    for (const id of ids.split('\n').slice(0, -1)) {
      told++;
      const times = found.ids.get(id)?.length ?? 0;
      if (times === 1) continue;
      if (times > 1 && wasStopped) {
        twice++;
        continue;
      }
      lost++;
      soak.breach(`${id} stands ${times} times in ${log}`);
    }
  }
  const strangers = found.lines - told - twice;
  // At most the one line that a killed process had recorded and not told.
  if (strangers > counts.processes) soak.breach(`${log}: ${strangers} lines nobody told of`);
  for (const problem of [...found.torn, ...found.unreadable]) soak.breach(`log: ${problem}`);
  const drafts = (existsSync(dirname(log)) ? readdirSync(dirname(log)) : []).filter((name) => name.endsWith('.draft'));
  if (drafts.length > 1) soak.breach(`${log}: ${drafts.length} drafts of archives were left behind`);
  const checked = `one line each in ${found.archives} archives, ${found.compressed} compressed; ${counts.stopped} writers stopped, ${twice} lines twice, ${found.blank} blank`;
  return ['busy log, lines', told, counts.killed, checked, lost + found.torn.length + found.unreadable.length];
}
