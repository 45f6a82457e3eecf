import { rmSync } from 'node:fs';
import type { Result } from '@caliban/gate';
import { errorText } from '@caliban/gate/internal/text/error-text';
import { fail, ok } from '@caliban/gate/internal/types/result';
import { writeAtomically } from '@caliban/storage/internal/files/atomic-write';
import { withLock } from '@caliban/storage/internal/files/file-lock';
import { readTextFile } from '@caliban/storage/internal/files/read-text-file';
import type { DeskChange } from '@caliban/tui/internal/ports';

/** What became of a wish to change something, for the toast. */
export type Changing = Promise<Result<DeskChange, string>>;

type TakeBack = () => Changing;

/** What was changed here, the last one first to be taken back. */
export class ChangeHistory {
  readonly #changes: TakeBack[] = [];

  push(takeBack: TakeBack): void {
    this.#changes.push(takeBack);
  }

  async undo(): Promise<Result<DeskChange, string> | null> {
    const takeBack = this.#changes.pop();
    return takeBack === undefined ? null : takeBack();
  }

  /** Makes a change to a file, and the way back: to the very bytes, and only if nobody has touched it since. */
  async around<Changed>(file: string, change: () => Promise<Changed>): Promise<readonly [Changed, TakeBack]> {
    const before = contentOf(file);
    const changed = await change();
    const after = contentOf(file);
    return [changed, () => restore(file, { before, after })];
  }
}

type Contents = { readonly before: string | null; readonly after: string | null };

async function restore(file: string, { before, after }: Contents): Changing {
  try {
    return await withLock(file, () => {
      if (contentOf(file) !== after) return fail(`${file} has been changed meanwhile; nothing was taken back`);
      if (before === null) rmSync(file, { force: true });
      else writeAtomically(file, before, {});
      return ok({ done: 'taken back' });
    });
  } catch (error) {
    return fail(errorText(error));
  }
}

function contentOf(file: string): string | null {
  const text = readTextFile(file);
  return text.ok ? text.value : null;
}
