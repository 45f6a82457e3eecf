import { rmSync } from 'node:fs';
import type { RuleEdit } from '@caliban/agent/session';
import type { Result } from '@caliban/calls';
import { errorText } from '@caliban/calls/text';
import { fail, ok } from '@caliban/calls/types';
import { readTextFile, withLock, writeAtomically } from '@caliban/storage/files';

/** The result of a change, for the toast message. */
export type Changing = Promise<Result<RuleEdit, string>>;

type TakeBack = () => Changing;

/** Changes made here; the last one is undone first. */
export class ChangeHistory {
  readonly #changes: TakeBack[] = [];

  push(takeBack: TakeBack): void {
    this.#changes.push(takeBack);
  }

  /** Changes pushed meanwhile are undone together. */
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

  /** Changes a file and records how to undo that: to exactly the same bytes, and only if no one has changed the file since. */
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
      if (contentOf(file) !== after) return fail(`${file} has been changed meanwhile; nothing was undone`);
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
