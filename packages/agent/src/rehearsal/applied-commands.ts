import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Result } from '@caliban/calls';
import { errorText } from '@caliban/calls/text';
import { fail } from '@caliban/calls/types';
import type { RehearsedChange } from '@caliban/gate/types';
import { summaryOf } from './describe-changes.ts';
import { claim, drop, isOwned, type Journal, readJournal, release, stateOf, wasClaimed } from './journal.ts';
import { changedSince, dropDrafts, finish, moveTo } from './settle.ts';

/** A command whose rehearsed changes were applied. */
export type AppliedCommand = {
  readonly id: string;
  readonly command: string;
  readonly cwd: string;
  readonly workspace: string;
  readonly sessionId: string | undefined;
  readonly at: string;
  readonly changes: readonly Omit<RehearsedChange, 'diff'>[];
};

const MAX_KEPT = 50;

/** Newest first. */
export function appliedCommands(
  directory: string,
  { workspace, sessionId }: { readonly workspace?: string; readonly sessionId?: string } = {},
): readonly AppliedCommand[] {
  return journalsIn(directory)
    .filter((journal) => stateOf(journal) === 'applied')
    .filter(({ plan }) => workspace === undefined || plan.workspace === workspace)
    .filter(({ plan }) => sessionId === undefined || plan.sessionId === sessionId)
    .map(({ id, plan }) => ({
      id,
      command: plan.command,
      cwd: plan.cwd,
      workspace: plan.workspace,
      sessionId: plan.sessionId,
      at: plan.at,
      changes: plan.steps.map(summaryOf),
    }));
}

/** Why the command can't be taken back now; null if it can. */
export async function undoProblem(directory: string, id: string): Promise<string | null> {
  const journal = readJournal(directory, id);
  if (journal === null || stateOf(journal) !== 'applied') return 'it is not among the applied commands any more';
  return changedSince(journal, 'after');
}

/** Fails without changing anything if a file isn't as the command left it. */
export async function undoCommand(directory: string, id: string): Promise<Result<void, string>> {
  const journal = readJournal(directory, id);
  if (journal === null || stateOf(journal) !== 'applied') return fail('it is not among the applied commands any more');
  if (!claim(journal.directory)) return fail('another caliban is at it');
  const moved = await moveTo(journal, 'before');
  if (moved.ok) drop(journal);
  else release(journal.directory);
  return moved;
}

/** Keeps the journal so that the command can be undone, and deletes the oldest ones. */
export function keepApplied(directory: string, { directory: own }: Pick<Journal, 'directory'>): void {
  release(own);
  const applied = journalsIn(directory).filter((journal) => stateOf(journal) === 'applied');
  for (const journal of applied.slice(MAX_KEPT)) if (!isOwned(journal.directory)) drop(journal);
}

/**
 * At startup: finishes what was interrupted when a caliban was killed, and removes journals that no one needs any more. Returns messages
 * for the operator about what it did.
 */
export async function finishJournals(directory: string): Promise<readonly string[]> {
  const said: string[] = [];
  for (const id of idsIn(directory)) {
    const at = join(directory, id);
    if (isOwned(at)) continue;
    const journal = readJournal(directory, id);
    const state = stateOf({ directory: at });
    // Its caliban ended normally.
    if (state === 'applied' && !wasClaimed(at)) continue;
    if (!claim(at)) continue;
    try {
      if (journal !== null && (state === 'to-after' || state === 'to-before')) {
        const conflicts = await finish(journal, state === 'to-after' ? 'after' : 'before');
        const what = state === 'to-after' ? 'finished' : 'took back';
        const left = conflicts.length === 0 ? '' : `; changed since, and left as it is: ${conflicts.join(', ')}`;
        said.push(`${what} the changes of \`${journal.plan.command}\`, which were interrupted${left}`);
        if (state === 'to-after') {
          release(at);
          continue;
        }
      }
      if (journal !== null) dropDrafts(journal);
      if (state === 'applied') release(at);
      else drop({ directory: at });
    } catch (error) {
      release(at);
      said.push(
        `the changes of \`${journal?.plan.command}\` were interrupted, and can’t be finished: ${errorText(error)}`,
      );
    }
  }
  return said;
}

function journalsIn(directory: string): readonly Journal[] {
  return idsIn(directory).flatMap((id) => readJournal(directory, id) ?? []);
}

/** Newest first. */
function idsIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory)
      .filter((name) => /^\d{8}T\d{9}Z-[0-9a-f]{8}$/.test(name))
      .sort()
      .reverse();
  } catch {
    return [];
  }
}
