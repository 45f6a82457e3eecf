import { isUtf8 } from 'node:buffer';
import type { BigIntStats } from 'node:fs';
import type { AbsolutePath, Result } from '@caliban/calls';
import { fail, ok } from '@caliban/calls/types';
import { readAtMost } from './read-at-most.ts';
import { openVerifiedFile } from './verified-file.ts';

/** A file that can be edited: lines end in `\n` here, whatever they end in on disk. */
export type TextFile = {
  readonly text: string;
  readonly style: TextStyle;
  readonly stats: BigIntStats;
};

/** Properties that `text` doesn't show and writing must restore. */
export type TextStyle = { readonly byteOrderMark: boolean; readonly lineEnd: '\n' | '\r\n' };

/** Edited text is kept in memory twice, before and after. */
export const MAX_EDITED_BYTES: number = 10 * 1024 * 1024;

export async function readTextFile(real: AbsolutePath): Promise<Result<TextFile, string>> {
  const handle = await openVerifiedFile(real);
  try {
    const stats = await handle.stat({ bigint: true });
    const bytes = await readAtMost(handle, MAX_EDITED_BYTES);
    if (bytes === null)
      return fail(`${real} is longer than ${MAX_EDITED_BYTES} bytes, too long to be edited; use a command`);
    if (!isUtf8(bytes) || bytes.includes(0)) return fail(`${real} is not UTF-8 text; it cannot be edited as text`);
    return ok({ ...readStyle(bytes.toString('utf8')), stats });
  } finally {
    await handle.close();
  }
}

/** The text as it is on disk. */
export function written(text: string, { byteOrderMark, lineEnd }: TextStyle): string {
  const lines = lineEnd === '\n' ? text : text.replaceAll('\r\n', '\n').replaceAll('\n', '\r\n');
  return (byteOrderMark ? BYTE_ORDER_MARK : '') + lines;
}

const BYTE_ORDER_MARK = '\ufeff';

function readStyle(content: string): { text: string; style: TextStyle } {
  const byteOrderMark = content.startsWith(BYTE_ORDER_MARK);
  const text = byteOrderMark ? content.slice(1) : content;
  // Only for a file with consistent line ends; in a mixed file every line end stays as it is.
  const allCarriageReturns = text.includes('\r\n') && !/(?<!\r)\n/.test(text);
  return allCarriageReturns
    ? { text: text.replaceAll('\r\n', '\n'), style: { byteOrderMark, lineEnd: '\r\n' } }
    : { text, style: { byteOrderMark, lineEnd: '\n' } };
}
