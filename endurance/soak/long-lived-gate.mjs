import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const PROCESS = fileURLToPath(new URL('gate-process.mjs', import.meta.url));

/** One gate for very many calls: it judges the last as a new one would, and takes no more memory than after the first. */
export async function longLivedGate(soak) {
  const argv = ['--expose-gc', PROCESS, soak.world.path('gate'), String(soak.seed), String(soak.decisionCount)];
  soak.started++;
  const child = spawn(process.execPath, argv, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...soak.world.env } });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => (stdout += chunk));
  child.stderr.on('data', (chunk) => (stderr += chunk));
  const code = await new Promise((resolve) => child.on('close', resolve));
  if (code !== 0) {
    soak.breach(`the long-lived gate ended with ${code}: ${stderr.slice(0, 500)}`);
    return [['gate, decisions', 0, '', 'it ended before its time', 1]];
  }
  const { decisions, compared, differing, early, late, logged, archives } = JSON.parse(stdout);
  for (const text of differing) soak.breach(`the long-lived gate differs: ${text}`);
  const grown = late - early;
  const isFlat = grown < MAX_GROWTH_MB;
  if (!isFlat) soak.breach(`the long-lived gate grew from ${early.toFixed(1)} to ${late.toFixed(1)} MB`);
  if (logged !== decisions) soak.breach(`the long-lived gate made ${decisions} decisions and logged ${logged}`);
  const memory = `${early.toFixed(1)} MB at a quarter, ${late.toFixed(1)} MB in the end`;
  const checked = `${compared} against a new judge; ${logged} lines, ${archives} archives kept; ${memory}`;
  return [['gate, decisions', decisions, '', checked, differing.length + (isFlat ? 0 : 1)]];
}

const MAX_GROWTH_MB = 6;
