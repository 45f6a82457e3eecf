import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RehearsedChange } from '@caliban/gate/types';
import { unifiedDiff } from '../tools/edits/unified-diff.ts';
import type { Entry } from './entry.ts';
import type { Journal, Step } from './journal.ts';

/** For people. Only as many files get a diff as someone would read. */
export async function describeChanges({ directory, plan }: Journal): Promise<readonly RehearsedChange[]> {
  const changes: RehearsedChange[] = [];
  let diffs = 0;
  for (const [number, step] of plan.steps.entries()) {
    const diff = diffs < MAX_DIFFS ? await diffOf(step, number, directory) : null;
    if (diff !== null) diffs += 1;
    changes.push({ ...summaryOf(step), diff: diff?.text ?? null, ...(diff?.isBinary ? { detail: 'not text' } : {}) });
  }
  return changes;
}

/** Without contents. */
export function summaryOf({ path, before, after }: Step): Omit<RehearsedChange, 'diff'> {
  const effect = before === null ? 'created' : after === null ? 'deleted' : 'changed';
  const entry = (after ?? before) as Entry;
  return { path, effect, kind: entry.kind, detail: detailOf(before, after) };
}

function detailOf(before: Entry | null, after: Entry | null): string {
  if (after === null) return '';
  if (after.kind === 'link') return `leads to ${after.target}`;
  const details: string[] = [];
  if (before !== null && before.kind !== after.kind) details.push(`was a ${before.kind}`);
  if (before !== null && before.kind !== 'link') {
    if (before.mode !== after.mode) details.push(`mode ${octal(before.mode)} → ${octal(after.mode)}`);
    if (before.uid !== after.uid || before.gid !== after.gid) details.push(`owner ${after.uid}:${after.gid}`);
  } else if (after.kind === 'file' && (after.mode & 0o111) !== 0) details.push('executable');
  return details.join(', ');
}

function octal(mode: number): string {
  return mode.toString(8).padStart(3, '0');
}

const MAX_DIFFS = 50;
const MAX_BYTES = 128 * 1024;

async function diffOf({ before, after }: Step, number: number, directory: string) {
  if (after?.kind !== 'file' || (before !== null && before.kind !== 'file')) return null;
  if (before?.sha256 === after.sha256 || (before?.size ?? 0) > MAX_BYTES || after.size > MAX_BYTES) return null;
  const [old, now] = await Promise.all([
    before === null ? '' : textOf(join(directory, 'before', String(number))),
    textOf(join(directory, 'after', String(number))),
  ]);
  return old === null || now === null
    ? { text: null, isBinary: true }
    : { text: unifiedDiff(old, now), isBinary: false };
}

/** Null if it isn't text. */
async function textOf(file: string): Promise<string | null> {
  const bytes = await readFile(file);
  const text = bytes.toString('utf8');
  return bytes.includes(0) || !Buffer.from(text).equals(bytes) ? null : text;
}
