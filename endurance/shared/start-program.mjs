import { spawn } from 'node:child_process';
import { PROGRAM } from './built.mjs';

/**
 * Starts caliban. `around` is a shell line in which `"$@"` stands for it (limits, redirections, another user); `input: 'closed'`
 * gives it no standard input at all. `finished` resolves, whatever happens, to `{ code, signal, stdout, stderr, ms, timedOut }`.
 */
export function startProgram(argv, { cwd, env, input = '', around, limitMs = 30_000, program = PROGRAM }) {
  const command = [process.execPath, program, ...argv];
  const [file, ...rest] = around === undefined ? command : ['/bin/bash', '-c', around, 'bash', ...command];
  const began = performance.now();
  const defined = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined));
  const child = spawn(file, rest, { cwd, env: defined, stdio: ['pipe', 'pipe', 'pipe'] });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr']) child[name].on('data', (chunk) => (output[name] += chunk));
  // It may have answered before it has read everything.
  child.stdin.on('error', () => {});
  if (input !== null) child.stdin.end(input);

  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    child.kill('SIGKILL');
  }, limitMs);
  const finished = new Promise((resolve) => {
    const end = (code, signal) => {
      clearTimeout(timer);
      resolve({ code, signal, ...output, ms: performance.now() - began, timedOut });
    };
    child.on('error', (error) => {
      output.stderr += error.message;
      end(null, null);
    });
    child.on('close', end);
  });
  return { child, finished };
}
