import type { Result, ToolCall } from '@caliban/calls';
import type { EditedFile } from '../edits/apply-edits.ts';
import { unifiedDiff } from '../edits/unified-diff.ts';
import type { ToolContext, ToolOutput } from '../tool.ts';
import { done, failed } from '../tool-output.ts';
import { changedSinceSeen, fingerprint } from './fingerprint.ts';
import { errorCode } from './system-error.ts';
import { readTextFile, type TextFile, written } from './text-file.ts';
import { judgedPath } from './verified-file.ts';
import { writeVerifiedFile } from './write-verified-file.ts';

export type ChangedText = { readonly text: string; readonly summary: string };

/** Reads the judged file, computes its new content with `change`, and writes it. */
export async function changeFile(
  call: ToolCall,
  { session, mayRead }: ToolContext,
  change: (text: string, file: EditedFile) => Result<ChangedText, string>,
): Promise<ToolOutput> {
  const path = judgedPath(call);
  if (!path.ok) return failed(path.error);
  const { real, written: asWritten } = path.value;

  const file = await readExisting(real);
  if (!file.ok) return failed(file.error);
  const stale = changedSinceSeen(real, file.value.stats, session);
  if (stale !== null) return failed(stale);

  const changed = change(file.value.text, {
    mayQuote: mayRead(real) && mayRead(asWritten),
    lineEnd: file.value.style.lineEnd,
  });
  if (!changed.ok) return failed(`${real} was not changed: ${changed.error}`);

  const now = await writeVerifiedFile(real, written(changed.value.text, file.value.style), {
    fingerprint: fingerprint(file.value.stats),
  });
  session.seenFiles.set(real, fingerprint(now));
  return done(`${real}: ${changed.value.summary}`, unifiedDiff(file.value.text, changed.value.text));
}

async function readExisting(real: Parameters<typeof readTextFile>[0]): Promise<Result<TextFile, string>> {
  try {
    return await readTextFile(real);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    return { ok: false, error: `${real} does not exist; use Write to create it` };
  }
}
