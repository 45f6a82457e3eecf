import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { AbsolutePath } from '@caliban/calls';
import type { Entry } from './entry.ts';
import { removeTree } from './remove-tree.ts';

/** One path of the workspace, as it is before a command and after it. */
export type Step = { readonly path: string; readonly before: Entry | null; readonly after: Entry | null };

export type Side = 'before' | 'after';

export type JournalPlan = {
  readonly version: 1;
  readonly command: string;
  readonly cwd: string;
  /** With symlinks resolved. */
  readonly workspace: AbsolutePath;
  readonly sessionId: string | undefined;
  readonly at: string;
  /** A directory comes before its contents. The file contents of step 3 are in `before/3` and `after/3`. */
  readonly steps: readonly Step[];
};

/**
 * `staged`: nothing was applied to the workspace yet. `to-after`, `to-before`: changes are under way, and the next start finishes them.
 * `applied`: all changes are in the workspace.
 */
export type JournalState = 'staged' | 'to-after' | 'applied' | 'to-before';

/** A directory with everything needed to apply the changes of one command, or to undo them. */
export type Journal = { readonly id: string; readonly directory: string; readonly plan: JournalPlan };

const PLAN = 'plan.json';
const STATE = 'state';
const OWNER = 'owner';

/** A new, empty journal, owned by this process. */
export function openDraft(root: string): { readonly id: string; readonly directory: string } {
  mkdirSync(root, { recursive: true, mode: 0o700 });
  const id = `${new Date().toISOString().replaceAll(/[-:.]/g, '')}-${randomBytes(4).toString('hex')}`;
  const directory = join(root, id);
  mkdirSync(directory, { mode: 0o700 });
  claim(directory);
  for (const name of ['stage', 'before', 'after']) mkdirSync(join(directory, name), { mode: 0o700 });
  return { id, directory };
}

export function stage({ id, directory }: Omit<Journal, 'plan'>, plan: JournalPlan): Journal {
  writeSafely(join(directory, PLAN), JSON.stringify(plan));
  setState({ directory }, 'staged');
  return { id, directory, plan };
}

/** Null if its plan was never written. */
export function readJournal(root: string, id: string): Journal | null {
  const directory = join(root, id);
  try {
    const plan = JSON.parse(readFileSync(join(directory, PLAN), 'utf8')) as JournalPlan;
    return plan.version === 1 ? { id, directory, plan } : null;
  } catch {
    return null;
  }
}

export function stateOf({ directory }: Pick<Journal, 'directory'>): JournalState | null {
  try {
    const state = readFileSync(join(directory, STATE), 'utf8').trim();
    return STATES.find((known) => known === state) ?? null;
  } catch {
    return null;
  }
}

const STATES: readonly JournalState[] = ['staged', 'to-after', 'applied', 'to-before'];

/** Synced to disk when it returns. */
export function setState({ directory }: Pick<Journal, 'directory'>, state: JournalState): void {
  writeSafely(join(directory, STATE), `${state}\n`);
}

export function drop({ directory }: Pick<Journal, 'directory'>): void {
  removeTree(directory);
}

/** False: another live process owns it. */
export function claim(directory: string): boolean {
  const file = join(directory, OWNER);
  for (let tries = 0; tries < 2; tries++) {
    try {
      writeFileSync(file, JSON.stringify({ pid: process.pid, started: startOf(process.pid) }), { flag: 'wx' });
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      if (isOwned(directory)) return false;
      rmSync(file, { force: true });
    }
  }
  return false;
}

/** Owned by a process, dead or alive. */
export function wasClaimed(directory: string): boolean {
  return existsSync(join(directory, OWNER));
}

export function release(directory: string): void {
  rmSync(join(directory, OWNER), { force: true });
}

/** Owned by a live process. */
export function isOwned(directory: string): boolean {
  try {
    const { pid, started } = JSON.parse(readFileSync(join(directory, OWNER), 'utf8')) as Record<string, unknown>;
    return typeof pid === 'number' && startOf(pid) !== null && startOf(pid) === started;
  } catch {
    return false;
  }
}

/** Start time in ticks since boot, to tell a reused process id apart; null: no such process. */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}

function writeSafely(file: string, text: string): void {
  const draft = `${file}.draft`;
  const descriptor = openSync(draft, 'w', 0o600);
  try {
    writeFileSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(draft, file);
}
