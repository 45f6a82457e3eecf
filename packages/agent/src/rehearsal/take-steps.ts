import type { Stats } from 'node:fs';
import { join } from 'node:path';
import { visible } from '@caliban/calls/text';
import { copyFiles } from './copy-files.ts';
import { entryAt, isSameEntry, SpecialFileError, statsAt } from './entry.ts';
import { ImpossibleError } from './impossible.ts';
import type { Step } from './journal.ts';
import { type OverlayView, touchedPaths } from './scan-changes.ts';

/** Of all files on either side. */
const MAX_BYTES = 64 * 1024 * 1024;

/** The differences in a root; refused if a journal couldn't reproduce them. */
export async function stepsIn(
  view: OverlayView,
  { startedAt, isMade }: { readonly startedAt: number; readonly isMade: (path: string) => boolean },
): Promise<readonly Step[]> {
  const paths = (await touchedPaths(view)).toSorted(inTree);
  const pairs = await Promise.all(
    paths.map(async (path) => ({
      path,
      before: await statsAt(join(view.lower, path)),
      after: await statsAt(join(view.merged, path)),
    })),
  );
  const bytes = pairs.reduce((sum, { before, after }) => sum + sizeOf(before) + sizeOf(after), 0);
  if (bytes > MAX_BYTES) throw new ImpossibleError('it changes too much');

  const steps: Step[] = [];
  for (const pair of pairs) {
    const step = await stepOf(pair.path, view);
    if (isSameEntry(step.before, step.after)) continue;
    refuseOddities(pair);
    if (pair.before !== null && pair.before.ctimeMs >= startedAt) throw new ImpossibleError(CHANGED_MEANWHILE);
    steps.push(step);
  }
  return withoutMade(steps, isMade);
}

/** Tree order: a directory, its contents, then the next entry. */
function inTree(one: string, other: string): number {
  const [first, second] = [one.replaceAll('/', '\0'), other.replaceAll('/', '\0')];
  return first < second ? -1 : 1;
}

const CHANGED_MEANWHILE = 'something else has changed the workspace meanwhile';

function sizeOf(stats: Stats | null): number {
  return stats?.isFile() === true ? stats.size : 0;
}

async function stepOf(path: string, { lower, merged }: OverlayView): Promise<Step> {
  try {
    return { path, before: await entryAt(join(lower, path)), after: await entryAt(join(merged, path)) };
  } catch (error) {
    if (error instanceof SpecialFileError)
      throw new ImpossibleError(`it is about \`${visible(path)}\`, which is a device, a socket or a pipe`);
    throw new ImpossibleError(`\`${visible(path)}\` can’t be read`);
  }
}

type Pair = { readonly path: string; readonly before: Stats | null; readonly after: Stats | null };

function refuseOddities({ path, before, after }: Pair): void {
  const name = `\`${visible(path)}\``;
  if (after === null || after.isDirectory()) return;
  if (after.nlink > 1) throw new ImpossibleError(`it gives ${name} a second name (a hard link)`);
  if (before?.isFile() === true && before.nlink > 1)
    throw new ImpossibleError(`it changes ${name}, which has a second name (a hard link)`);
  if (after.isFile() && (after.mode & 0o6000) !== 0)
    throw new ImpossibleError(`it makes ${name} run as another user or group`);
}

/** Created only as a mount point, unless the command has put something there. */
function withoutMade(steps: readonly Step[], isMade: (path: string) => boolean): readonly Step[] {
  const kept: Step[] = [];
  for (const step of steps.toReversed()) {
    const isEmpty = !kept.some(({ path }) => path.startsWith(`${step.path}/`));
    if (isEmpty && step.before === null && step.after?.kind === 'directory' && isMade(step.path)) continue;
    kept.push(step);
  }
  return kept.reverse();
}

/** Copies the files each step needs, and checks that the copies match what was scanned. */
export async function keepContents(steps: readonly Step[], view: OverlayView, directory: string): Promise<void> {
  const copies = [...steps.entries()].flatMap(([number, { path, before, after }]) => [
    ...(before === null || before.kind === 'directory'
      ? []
      : [{ from: join(view.lower, path), to: join(directory, 'before', String(number)), entry: before }]),
    ...(after === null || after.kind === 'directory'
      ? []
      : [{ from: join(view.merged, path), to: join(directory, 'after', String(number)), entry: after }]),
  ]);
  await copyFiles(copies);
  for (const { to, entry } of copies) {
    if (!isSameEntry(await entryAt(to), entry)) throw new ImpossibleError(CHANGED_MEANWHILE);
  }
}
