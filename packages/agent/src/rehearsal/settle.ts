import {
  chmodSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  realpathSync,
  renameSync,
  rmdirSync,
  type Stats,
  unlinkSync,
} from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Result } from '@caliban/calls';
import { errorText, visible } from '@caliban/calls/text';
import { fail, ok } from '@caliban/calls/types';
import { copyFiles } from './copy-files.ts';
import { type Entry, entryAt, isSameEntry } from './entry.ts';
import { type Journal, type JournalState, type Side, type Step, setState } from './journal.ts';
import { removeTree } from './remove-tree.ts';

/**
 * Moves the workspace from one side of the journal to the other. Fails without changing anything if it isn't exactly as on the first
 * side. Slow work is done before the first change; a failure halfway is rolled back.
 */
export async function moveTo(journal: Journal, side: Side): Promise<Result<void, string>> {
  const from = otherSide(side);
  try {
    await makeDrafts(journal, side, journal.plan.steps.keys());
    const changed = await changedSince(journal, from);
    if (changed !== null) return fail(changed);
    setState(journal, GOING[side]);
    try {
      change(journal, side, new Set(journal.plan.steps.keys()));
    } catch (error) {
      setState(journal, GOING[from]);
      await finish(journal, from);
      return fail(errorText(error));
    }
    setState(journal, REACHED[side]);
    return ok(undefined);
  } catch (error) {
    return fail(errorText(error));
  } finally {
    dropDrafts(journal);
  }
}

const GOING: Readonly<Record<Side, JournalState>> = { before: 'to-before', after: 'to-after' };
const REACHED: Readonly<Record<Side, JournalState>> = { before: 'staged', after: 'applied' };

function otherSide(side: Side): Side {
  return side === 'before' ? 'after' : 'before';
}

/** Finishes a change that was interrupted. Files that others have changed since are left alone and returned. Throws if it can't. */
export async function finish(journal: Journal, side: Side): Promise<readonly string[]> {
  const { plan } = journal;
  const open = new Set<number>();
  const conflicts: string[] = [];
  for (const [number, step] of plan.steps.entries()) {
    const now = await entryOrOther(join(plan.workspace, step.path));
    if (isSameEntry(now, step[side]) || (now?.kind === 'directory' && step[side]?.kind === 'directory')) {
      // The mode of a directory is set last.
      if (now?.kind === 'directory') open.add(number);
    } else if (now === null || isSameEntry(now, step[otherSide(side)]) || now.kind === 'directory') open.add(number);
    else conflicts.push(step.path);
  }
  dropDrafts(journal);
  try {
    await makeDrafts(journal, side, open);
    change(journal, side, open);
  } finally {
    dropDrafts(journal);
  }
  setState(journal, REACHED[side]);
  return conflicts;
}

/** How the workspace differs from this side; null if it doesn't. */
export async function changedSince({ plan }: Journal, side: Side): Promise<string | null> {
  const known = new Set(plan.steps.map(({ path }) => path));
  for (const step of plan.steps) {
    const path = join(plan.workspace, step.path);
    const now = await entryOrOther(path);
    const name = visible(step.path);
    if (!isInPlace(plan.workspace, step.path)) return `\`${name}\` is reached by a link now`;
    if (!isSameEntry(now, step[side])) {
      if (now === null) return `\`${name}\` is gone since`;
      return step[side] === null ? `\`${name}\` was created since` : `\`${name}\` was changed since`;
    }
    const goes = now?.kind === 'directory' && step[otherSide(side)]?.kind !== 'directory';
    const extra = goes ? (await readdir(path)).find((child) => !known.has(`${step.path}/${child}`)) : undefined;
    if (extra !== undefined) return `\`${name}/${visible(extra)}\` was created since`;
  }
  return null;
}

/** Special files never equal an entry of a journal. */
async function entryOrOther(path: string): Promise<Entry | null | { readonly kind: 'link'; readonly target: string }> {
  return entryAt(path).catch(() => ({ kind: 'link', target: '\0' }) as const);
}

/** In the workspace itself, so that files can be renamed atomically into place. */
function draftsOf({ id, plan }: Journal): string {
  return join(plan.workspace, `.caliban-${id}`);
}

async function makeDrafts(journal: Journal, side: Side, numbers: Iterable<number>): Promise<void> {
  const drafts = draftsOf(journal);
  const copies = [...numbers].flatMap((number) => {
    const entry = journal.plan.steps[number]?.[side] ?? null;
    if (entry === null || entry.kind === 'directory') return [];
    return [{ from: join(journal.directory, side, String(number)), to: join(drafts, String(number)) }];
  });
  if (copies.length === 0) return;
  mkdirSync(drafts, { mode: 0o700 });
  await copyFiles(copies);
}

export function dropDrafts(journal: Journal): void {
  removeTree(draftsOf(journal));
}

/** Only renames, unlinks and operations on empty directories, so nothing here is slow. */
function change(journal: Journal, side: Side, numbers: ReadonlySet<number>): void {
  const { steps, workspace } = journal.plan;
  const open = [...steps.entries()].filter(([number]) => numbers.has(number));
  const inPlace = (path: string) => {
    if (!isInPlace(workspace, path)) throw new Error(`\`${visible(path)}\` is reached by a link now`);
    return join(workspace, path);
  };
  for (const [, { path }] of open) {
    // Writable for now; its real mode is set last.
    const now = statsOf(join(workspace, path));
    if (now?.isDirectory() === true && isInPlace(workspace, path)) unlock(join(workspace, path), now);
  }
  for (const [, step] of open.toReversed()) {
    const now = statsOf(join(workspace, step.path));
    if (now === null) continue;
    const wanted = step[side];
    const isKept = wanted !== null && now.isDirectory() === (wanted.kind === 'directory');
    if (isKept) continue;
    const path = inPlace(step.path);
    if (now.isDirectory()) rmdirSync(path);
    else unlinkSync(path);
  }
  for (const [number, step] of open) {
    const wanted = step[side];
    if (wanted === null) continue;
    const path = inPlace(step.path);
    if (wanted.kind !== 'directory') renameSync(join(draftsOf(journal), String(number)), path);
    else if (statsOf(path) === null) mkdirSync(path, { mode: 0o700 });
  }
  for (const [, step] of open.toReversed()) setMode(join(workspace, step.path), step, side);
}

function setMode(path: string, step: Step, side: Side): void {
  const wanted = step[side];
  if (wanted?.kind !== 'directory') return;
  const now = lstatSync(path);
  if (now.uid !== wanted.uid || now.gid !== wanted.gid) lchownSync(path, wanted.uid, wanted.gid);
  if ((now.mode & 0o7777) !== wanted.mode) chmodSync(path, wanted.mode);
}

function unlock(path: string, { mode }: Stats): void {
  if ((mode & 0o700) !== 0o700) chmodSync(path, (mode & 0o7777) | 0o700);
}

function statsOf(path: string): Stats | null {
  try {
    return lstatSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw error;
  }
}

/** Checks that no existing parent is a symlink, so the change stays in the workspace. */
function isInPlace(workspace: string, path: string): boolean {
  for (let at = dirname(join(workspace, path)); at.length >= workspace.length; at = dirname(at)) {
    const now = statsOf(at);
    if (now?.isDirectory() === true) return realpathSync(at) === at;
    if (now?.isSymbolicLink() === true) return false;
  }
  return false;
}
