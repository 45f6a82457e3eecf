import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord } from '@caliban/calls/types';
import { writeAtomically } from '@caliban/storage/files';
import { type OwnRun, ownJson } from './own-program.ts';
import type { PageFileScope, PlanMatrix } from './page-types.ts';

export type Draft = { readonly workspace: string; readonly scope: PageFileScope; readonly text: string };

/** `perms plan` of a draft that isn't in a file yet. `directory`: the server's, which no one else can read. */
export async function planDraft(
  { workspace, scope, text }: Draft,
  directory: string,
  run: OwnRun,
): Promise<PlanMatrix> {
  const file = join(directory, `draft-${randomUUID()}.toml`);
  try {
    writeAtomically(file, text, { mode: 0o600 });
    const words = ['perms', 'plan', file, '--scope', scope, '--workspace', workspace, '--json'];
    const json = await ownJson(words, run);
    if (!isRecord(json) || !isRecord(json.matrix)) throw new Error('the plan could not be made');
    return json as PlanMatrix;
  } catch (error) {
    // The author doesn't know the temporary file's name.
    throw new Error((error as Error).message.replaceAll(file, 'draft'));
  } finally {
    rmSync(file, { force: true });
  }
}
