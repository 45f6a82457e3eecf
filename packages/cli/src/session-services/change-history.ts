import { rmSync } from 'node:fs';
import type { RuleEdit } from '@caliban/agent/session';
import type { Result } from '@caliban/calls';
import { errorText } from '@caliban/calls/text';
import { fail, ok } from '@caliban/calls/types';
import { readTextFile, withLock, writeAtomically } from '@caliban/storage/files';

/** What became of a wish to change something, for the toast. */
export type Changing = Promise<Result<RuleEdit, string>>;

type TakeBack = () => Changing;

/** What was changed here, the last one first to be taken back. */
export class ChangeHistory {
  readonly #changes: TakeBack[] = [];

  push(takeBack: TakeBack): void {
    this.#changes.push(takeBack);
  }

  /** What is pushed meanwhile is taken back together. */
  async together<Done>(change: () => Promise<Done>): Promise<Done> {
    const from = this.#changes.length;
    const done = await change();
    const parts = this.#changes.splice(from).toReversed();
    if (parts.length > 0) this.push(() => takeBackAll(parts));
    return done;
  }

  async undo(): Promise<Result<RuleEdit, string> | null> {
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

async function takeBackAll([first, ...others]: readonly TakeBack[]): Changing {
  const done = first === undefined ? ok({ done: 'Taken back' }) : await first();
  return done.ok && others.length > 0 ? takeBackAll(others) : done;
}

type Contents = { readonly before: string | null; readonly after: string | null };

async function restore(file: string, { before, after }: Contents): Changing {
  try {
    return await withLock(file, () => {
      if (contentOf(file) !== after) return fail(`${file} has been changed meanwhile; nothing was taken back`);
      if (before === null) rmSync(file, { force: true });
      else writeAtomically(file, before, {});
      return ok({ done: 'Taken back' });
    });
  } catch (error) {
    return fail(errorText(error));
  }
}

function contentOf(file: string): string | null {
  const text = readTextFile(file);
  return text.ok ? text.value : null;
}
