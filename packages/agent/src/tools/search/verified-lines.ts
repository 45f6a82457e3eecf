import type { AbsolutePath } from '@caliban/calls';
import { verifiedBytes } from '../files/verified-bytes.ts';
import { MAX_FILE_BYTES } from './search.ts';

/** Whether the file has this line. Must be called in line order. */
export type HasLine = (number: number, line: string) => boolean;

/** Verifies lines reported by another program, which may have been led to a different file by the same path. */
export async function verifiedLines(path: AbsolutePath): Promise<HasLine> {
  const bytes = await verifiedBytes(path, { most: MAX_FILE_BYTES });
  if (bytes === null) return () => false;
  const text = textOf(bytes);
  let at = 1;
  let start = 0;
  return (number, line) => {
    for (; at < number; at++) {
      const end = text.indexOf('\n', start);
      if (end === -1) return false;
      start = end + 1;
    }
    const end = start + line.length;
    return at === number && text.startsWith(line, start) && (end === text.length || text.charAt(end) === '\n');
  };
}

/** Decodes like ripgrep: by the byte order mark, which isn't part of the first line. */
function textOf(bytes: Buffer): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  return bytes.toString('utf8').replace(/^\ufeff/, '');
}
