import { createHash } from 'node:crypto';
import { dirname } from 'node:path';
import type { Result } from '@caliban/calls';
import { fail, ok } from '@caliban/calls/types';
import { WriteError, writeAtomically } from '../files/atomic-write.ts';
import { LockError, withLock } from '../files/file-lock.ts';
import { makeDirectories } from '../files/make-directories.ts';
import { systemErrorText } from '../files/system-error.ts';
import { type FileNotice, formatNotice, type ProjectRules } from '../rules/rule-file.ts';
import type { ProjectFile } from './project-files.ts';
import { formatTrustBook, type RememberedAnswer, readTrustFile, type TrustBook } from './trust-file.ts';

export { trustFileIn } from './trust-place.ts';

/** Exactly these files in this workspace: a copy elsewhere, or any change to them, needs a new answer. */
export type ProjectContent = { readonly workspace: string; readonly fingerprint: string };

export type TrustAnswer = ProjectContent & { readonly answer: ProjectRules };

/** The same for the same names and contents, in any order. */
export function projectFingerprint(files: readonly ProjectFile[]): string {
  const pairs = files.map(({ name, content }) => JSON.stringify([name, content])).sort();
  return createHash('sha256').update(pairs.join('\n')).digest('hex');
}

/** Null: the operator has not been asked about this content. */
export function trustOf(
  file: string,
  { workspace, fingerprint }: ProjectContent,
): Result<ProjectRules | null, FileNotice> {
  const book = readTrustFile(file);
  if (!book.ok) return book;
  return ok(book.value.get(workspace)?.find((known) => known.fingerprint === fingerprint)?.answer ?? null);
}

/** Other content of this project was accepted earlier: its files have changed since. */
export function wasTrusted(file: string, workspace: string): boolean {
  const book = readTrustFile(file);
  return book.ok && book.value.get(workspace)?.some(({ answer }) => answer === 'use') === true;
}

/** Removes every answer about this project. `false`: there was none. */
export function forgetTrust(file: string, workspace: string): Promise<Result<boolean, string>> {
  return changeBook(file, (book) => {
    if (!book.has(workspace)) return null;
    return new Map([...book].filter(([known]) => known !== workspace));
  });
}

/** Answers about other contents stay: people switch between branches. */
export async function rememberTrust(
  file: string,
  { workspace, ...answer }: TrustAnswer,
  { now = () => new Date() }: { readonly now?: () => Date } = {},
): Promise<Result<null, string>> {
  const changed = await changeBook(file, (book) => {
    const known = book.get(workspace)?.filter(({ fingerprint }) => fingerprint !== answer.fingerprint) ?? [];
    return withNewest(book, workspace, [{ ...answer, at: now().toISOString() }, ...known].slice(0, MAX_ANSWERS));
  });
  return changed.ok ? ok(null) : changed;
}

/** If `change` returns null, nothing is written and the result is `false`. */
async function changeBook(
  file: string,
  change: (book: TrustBook) => TrustBook | null,
): Promise<Result<boolean, string>> {
  try {
    makeDirectories(dirname(file), { mode: 0o700 });
    return await withLock(file, () => {
      const book = readTrustFile(file);
      if (!book.ok) return fail(formatNotice(book.error));
      const changed = change(book.value);
      if (changed !== null) writeAtomically(file, formatTrustBook(changed), { mode: 0o600 });
      return ok(changed !== null);
    });
  } catch (error) {
    if (error instanceof WriteError || error instanceof LockError) return fail(error.message);
    return fail(`${file} cannot be written: ${systemErrorText(error)}`);
  }
}

/**
 * Called after caliban itself has written to a project's file: the operator's answer carries over to the new content. Does
 * nothing without an earlier answer.
 */
export async function carryTrust(
  file: string,
  { workspace, from, to }: { readonly workspace: string; readonly from: string; readonly to: string },
): Promise<Result<null, string>> {
  const before = trustOf(file, { workspace, fingerprint: from });
  if (!before.ok) return fail(formatNotice(before.error));
  if (before.value === null || from === to) return ok(null);
  return rememberTrust(file, { workspace, fingerprint: to, answer: before.value });
}

const MAX_ANSWERS = 16;
const MAX_PROJECTS = 1_000;

/** Moves the project to the end; those at the start were answered about the longest ago. */
function withNewest(book: TrustBook, workspace: string, answers: readonly RememberedAnswer[]): TrustBook {
  const others = [...book].filter(([known]) => known !== workspace);
  return new Map([...others.slice(-(MAX_PROJECTS - 1)), [workspace, answers]]);
}
