import { setTimeout as sleep } from 'node:timers/promises';

/** `perms audit` while the log is written, rotated and compressed. */
export async function logReaders(soak) {
  const random = soak.randomFor('readers');
  let tried = 0;
  let lines = 0;
  let broken = 0;
  while (!soak.isOver) {
    const argv = random.pick([
      ['--json', '--tail', '50'],
      ['--json', '--since', '1m'],
      ['--json', '--action', 'deny', '--head', '20'],
      ['--stats'],
      ['--session', 'soak', '--tail', '5'],
    ]);
    const { code, stdout, stderr, wasKilled } = await soak.play(['perms', 'audit', ...argv]);
    tried++;
    const torn = argv[0] === '--json' ? stdout.split('\n').slice(0, -1).filter(isTorn) : [];
    lines += stdout.split('\n').length - 1;
    // A warning means a line or an archive that cannot be read.
    if (code !== 0 || stderr !== '' || torn.length > 0 || wasKilled) {
      broken++;
      soak.breach(`perms audit ${argv.join(' ')}: exit ${code}, ${torn.length} torn: ${stderr.slice(0, 300)}`);
    }
    await sleep(200 + random.below(400));
  }
  return [['log reads', tried, '', `${lines} lines, none torn, no archive unreadable`, broken]];
}

function isTorn(line) {
  try {
    return typeof JSON.parse(line).ts !== 'string';
  } catch {
    return true;
  }
}
