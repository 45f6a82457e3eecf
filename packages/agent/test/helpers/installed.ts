import { spawnSync } from 'node:child_process';

/** Whether a program is on the PATH. */
export function isInstalled(program: string): boolean {
  return spawnSync('sh', ['-c', 'command -v "$1"', 'sh', program]).status === 0;
}

/** For rows of a table. Says which rows are left out, because what isn't tried must not look tried. */
export function hasItsPrograms(command: string): boolean {
  const missing = ['python3', 'curl'].find((program) => command.includes(`${program} `) && !isInstalled(program));
  if (missing !== undefined) process.stderr.write(`skipped: \`${command}\`: there is no ${missing}\n`);
  return missing === undefined;
}
