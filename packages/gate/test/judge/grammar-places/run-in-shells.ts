import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export type TestedShell = 'bash' | 'zsh' | 'dash';

export type LineRun = {
  /** The line started the program `pwn`. */
  readonly ranProgram: boolean;
  /** False if the line, or one before it in the same batch, didn't end in time. */
  readonly finished: boolean;
};

/** How each shell reads a line without reading anybody's startup files. */
const OPTIONS: Readonly<Record<TestedShell, string>> = { bash: '--noprofile --norc', zsh: '-f', dash: '' };

const BATCH_SIZE = 200;
const BATCH_TIMEOUT_MS = 90_000;
const MAX_BATCHES_AT_ONCE = 3;

/** The shells of this machine that can be the judge. */
export function findShells(): TestedShell[] {
  if (process.platform === 'win32') return [];
  // Bash 3 of macOS reads many of these places differently.
  const isThere: Record<TestedShell, string> = { bash: '(( BASH_VERSINFO[0] >= 5 ))', zsh: ':', dash: ':' };
  return (['bash', 'zsh', 'dash'] as const).filter(
    (shell) => spawnSync(shell, ['-c', isThere[shell]], { stdio: 'ignore' }).status === 0,
  );
}

/** Runs each line in a separate process of the shell and in a separate directory. It holds the empty file `f` and `evil/git`. */
export async function runInShell(shell: TestedShell, lines: readonly string[], scratch: string): Promise<LineRun[]> {
  const programs = join(scratch, 'programs');
  writeStubs(programs);
  const batches: (readonly string[])[] = [];
  for (let start = 0; start < lines.length; start += BATCH_SIZE) batches.push(lines.slice(start, start + BATCH_SIZE));
  const runs: LineRun[][] = [];
  let next = 0;
  const work = async () => {
    for (let index = next++; index < batches.length; index = next++) {
      const directory = join(scratch, `${shell}-${index}`);
      runs[index] = await runBatch(shell, batches[index] as readonly string[], directory, programs);
    }
  };
  await Promise.all(Array.from({ length: MAX_BATCHES_AT_ONCE }, work));
  return runs.flat();
}

/** `git` does nothing. `pwn` and another `git` leave a marker with the number of the line that it finds in its environment. */
function writeStubs(programs: string): void {
  mkdirSync(join(programs, 'evil'), { recursive: true });
  const mark = ': >"$caliban_markers/$caliban_line"';
  for (const [name, script] of Object.entries({ git: 'exit 0', pwn: mark, 'evil/git': mark })) {
    writeFileSync(join(programs, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(programs, name), 0o755);
  }
}

async function runBatch(
  shell: TestedShell,
  lines: readonly string[],
  directory: string,
  programs: string,
): Promise<LineRun[]> {
  const markers = join(directory, 'markers');
  const ended = join(directory, 'ended');
  for (const path of [markers, ended]) mkdirSync(path, { recursive: true });
  for (const index of lines.keys()) {
    mkdirSync(join(directory, 'work', `${index}`), { recursive: true });
    writeFileSync(join(directory, 'work', `${index}`, 'f'), '');
    symlinkSync(join(programs, 'evil'), join(directory, 'work', `${index}`, 'evil'));
  }
  const driver = join(directory, 'driver');
  writeFileSync(driver, driverScript(shell, lines, { directory, programs, markers, ended }));
  await runDriver(driver);
  const marked = new Set(readdirSync(markers));
  const finished = new Set(readdirSync(ended));
  rmSync(directory, { recursive: true, force: true, maxRetries: 3 });
  return lines.map((_, index) => ({ ranProgram: marked.has(`${index}`), finished: finished.has(`${index}`) }));
}

function driverScript(
  shell: TestedShell,
  lines: readonly string[],
  { directory, programs, markers, ended }: Record<'directory' | 'programs' | 'markers' | 'ended', string>,
): string {
  const path = spawnSync('sh', ['-c', `command -v ${shell}`], { encoding: 'utf8' }).stdout.trim();
  return [
    `export PATH=${quoted(programs)} HOME=${quoted(join(directory, 'work'))} caliban_markers=${quoted(markers)} caliban_line`,
    'run() {',
    '  caliban_line=$1',
    `  ( cd ${quoted(join(directory, 'work'))}/$1 && ulimit -t 1 && ulimit -f 8192 && exec ${path} ${OPTIONS[shell]} -c "$2" ) </dev/null >/dev/null 2>&1`,
    `  : >${quoted(ended)}/$1`,
    '}',
    ...lines.map((line, index) => `run ${index} ${quoted(line)}`),
    '',
  ].join('\n');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** In a separate process group, so that everything a line leaves in the background ends with it. */
function runDriver(driver: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn('/bin/sh', [driver], { env: {}, stdio: 'ignore', detached: true });
    const endGroup = () => {
      try {
        process.kill(-(child.pid as number), 'SIGKILL');
      } catch {
        // All of them have ended.
      }
    };
    const timer = setTimeout(endGroup, BATCH_TIMEOUT_MS);
    child.once('error', reject);
    child.once('exit', () => {
      clearTimeout(timer);
      // Programs in the background get a moment to leave their marker.
      setTimeout(() => {
        endGroup();
        resolve();
      }, 300);
    });
  });
}
