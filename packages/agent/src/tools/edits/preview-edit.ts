import type { ToolCall } from '@caliban/calls';
import { readTextFile } from '../files/text-file.ts';
import { judgedPath } from '../files/verified-file.ts';
import { applyEdits, type TextEdit } from './apply-edits.ts';
import { unifiedDiff } from './unified-diff.ts';

/** The change that the call would make, as a diff for the person who is asked; null if it can't be computed. Changes nothing. */
export async function previewEdit(call: ToolCall): Promise<string | null> {
  const path = judgedPath(call);
  if (!path.ok || call.access !== 'edit') return null;
  const file = await readTextFile(path.value.real).catch(() => null);
  const before = file === null ? '' : file.ok ? file.value : null;
  if (before === null) return null;
  const after = afterwards(call, before);
  return after === null ? null : unifiedDiff(typeof before === 'string' ? before : before.text, after);
}

type Before = '' | Extract<Awaited<ReturnType<typeof readTextFile>>, { ok: true }>['value'];

function afterwards({ tool, input }: ToolCall, before: Before): string | null {
  const { content, edits, ...edit } = input as Partial<TextEdit> & { content?: unknown; edits?: readonly TextEdit[] };
  if (tool === 'Write') return typeof content === 'string' ? content : null;
  if (before === '' || (tool !== 'Edit' && tool !== 'MultiEdit')) return null;
  const all = tool === 'Edit' ? [edit as TextEdit] : (edits ?? []);
  const applied = applyEdits(before.text, all, { mayQuote: false, lineEnd: before.style.lineEnd });
  return applied.ok ? applied.value.text : null;
}
