import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { STUBS } from './generate-words.ts';

export type Program = {
  readonly name: string;
  /** Its name and arguments, joined by one blank. */
  readonly words: string;
};

/** What a line did when bash ran it. */
export type Run = {
  /** The programs it looked for, in order; none exist. */
  readonly programs: readonly Program[];
  /** The files it made. */
  readonly files: readonly string[];
  /** False when it was stopped, or never reached because one before it hung. */
  readonly finished: boolean;
};

/** The absolute path of bash; null where there is none, or one from another age. */
export function findBash(): string | null {
  if (process.platform === 'win32') return null;
  const script = '(( BASH_VERSINFO[0] >= 5 )) && echo "$BASH"';
  const { status, stdout } = spawnSync('bash', ['--norc', '-c', script], { encoding: 'utf8' });
  return status === 0 && stdout.startsWith('/') ? stdout.trim() : null;
}

/** Runs each line in a bash of its own, two batches at a time. */
export async function runInBash(bash: string, lines: readonly string[], scratch: string): Promise<Run[]> {
  const batches: (readonly string[])[] = [];
  for (let start = 0; start < lines.length; start += BATCH) batches.push(lines.slice(start, start + BATCH));
  const runs: Run[][] = [];
  let next = 0;
  const work = async () => {
    for (let index = next++; index < batches.length; index = next++) {
      runs[index] = await runBatch(bash, batches[index] as readonly string[], join(scratch, `batch-${index}`));
    }
  };
  await Promise.all([work(), work()]);
  return runs.flat();
}

const BATCH = 500;
const BATCH_TIMEOUT_MS = 60_000;

/**
 * Hosts hand a line to `bash -c` or to `eval`, and the two do not always agree: each gets every other line. Programs cannot be
 * found, because the search path leads nowhere; what is looked for is written down. The status is a coin toss, which ends loops.
 */
const DRIVER = `
caliban_note() {
  local IFS=' '
  local note=$caliban_line$'\\1'$1$'\\1'$*
  builtin printf '%s\\0' "\${note//$'\\n'/$'\\2'}" >>"$caliban_log"
  return $((RANDOM & 1))
}
command_not_found_handle() { caliban_note "$@"; }
${STUBS.map((stub) => `${stub}() { caliban_note ${stub} "$@"; }`).join('\n')}
export -f caliban_note command_not_found_handle ${STUBS.join(' ')}
export FUNCNEST=6 caliban_log=$1 caliban_line=0
run() {
  ulimit -t 1 -f 8192 -v 1000000
  cd "$1/$caliban_line" || cd "$1"
  (( caliban_line & 1 )) && exec "$BASH" --norc -c -- "$2" stub
}
while IFS= read -r -d '' -u 200 caliban_text; do
  ( run "$3" "$caliban_text"; unset -f run; shift 3; eval "$caliban_text" ) </dev/null >/dev/null 2>&1 200<&-
  builtin printf '%s\\0' "$caliban_line" >>"$caliban_log"
  caliban_line=$((caliban_line + 1))
done 200<"$2"
`;

async function runBatch(bash: string, lines: readonly string[], directory: string): Promise<Run[]> {
  // Deep down, so that a line that climbs stays inside.
  const places = join(directory, 'd/e/e/p');
  mkdirSync(places, { recursive: true });
  const makesFiles = lines.map((line) => line.includes('>'));
  for (const index of lines.keys()) if (makesFiles[index]) mkdirSync(join(places, `${index}`));
  const text = join(directory, 'lines');
  const log = join(directory, 'log');
  writeFileSync(text, lines.map((line) => `${line}\0`).join(''));
  writeFileSync(log, '');
  await runDriver(bash, [log, text, places], { HOME: places, PATH: join(directory, 'nowhere') });

  const programs = lines.map((): Program[] => []);
  const finished = new Set<number>();
  for (const entry of readFileSync(log, 'utf8').split('\0').slice(0, -1)) {
    // Bash writes line by line, and lines of two processes may mix, so there are none inside an entry.
    const [line = '', name, words = ''] = entry.replaceAll('\x02', '\n').split('\x01');
    if (name === undefined) finished.add(Number(line));
    else programs[Number(line)]?.push({ name, words });
  }
  const runs = lines.map((_, index) => ({
    programs: programs[index] ?? [],
    files: makesFiles[index] ? readdirSync(join(places, `${index}`)) : [],
    finished: finished.has(index),
  }));
  rmSync(directory, { recursive: true, force: true });
  return runs;
}

/** In a process group of its own, so that whatever a line leaves behind can be ended with it. */
function runDriver(bash: string, args: readonly string[], env: Record<string, string>): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(bash, ['--noprofile', '--norc', '-c', DRIVER, 'stub', ...args], {
      env,
      stdio: 'ignore',
      detached: true,
    });
    const endGroup = () => {
      try {
        process.kill(-(child.pid as number), 'SIGKILL');
      } catch {
        // Nobody is left.
      }
    };
    const timer = setTimeout(endGroup, BATCH_TIMEOUT_MS);
    child.once('error', reject);
    child.once('exit', () => {
      clearTimeout(timer);
      setTimeout(() => {
        endGroup();
        resolve();
      }, 50);
    });
  });
}
