import { createHash } from 'node:crypto';
import { ROOT } from './new-machine.ts';

export type WrittenStep = { readonly path: string; readonly before: string | null; readonly after: string | null };

/** The journal of a rehearsed command that was applied in the project. */
export function appliedCommand({
  command,
  steps,
}: {
  readonly command: string;
  readonly steps: readonly WrittenStep[];
}): Readonly<Record<string, string>> {
  const directory = '/home/me/.local/state/caliban/rehearsals/20261119T093000000Z-0a1b2c3d';
  const workspace = `${ROOT}/home/me/lighthouse`;
  const entries = steps.map(({ path, before, after }) => ({ path, before: entryOf(before), after: entryOf(after) }));
  const plan = { version: 1, command, cwd: workspace, workspace, at: '2026-11-19T09:30:00.000Z', steps: entries };
  const contents = steps.flatMap(({ before, after }, number) => [
    ...(before === null ? [] : [[`${directory}/before/${number}`, before]]),
    ...(after === null ? [] : [[`${directory}/after/${number}`, after]]),
  ]);
  return {
    [`${directory}/plan.json`]: JSON.stringify(plan),
    [`${directory}/state`]: 'applied\n',
    ...Object.fromEntries(contents),
  };
}

function entryOf(content: string | null): object | null {
  if (content === null) return null;
  const owner = { uid: process.getuid?.(), gid: process.getgid?.() };
  const sha256 = createHash('sha256').update(content).digest('hex');
  return { kind: 'file', mode: 0o666 & ~process.umask(), ...owner, size: content.length, sha256 };
}
