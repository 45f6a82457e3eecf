import type { FileHandle } from 'node:fs/promises';
import { plural } from '@caliban/calls/text';
import { z } from 'zod';
import { cutOutput } from './cut-output.ts';
import { defineTool } from './define-tool.ts';
import { FILE_PATH, pathField } from './fields.ts';
import { fingerprint } from './files/fingerprint.ts';
import { readAtMost } from './files/read-at-most.ts';
import { type Below, type LinesRead, readLines } from './files/read-lines.ts';
import { judgedPath, openVerifiedFile } from './files/verified-file.ts';
import { formatNotebook, type Notebook, parseNotebook } from './notebook/notebook.ts';
import type { Tool } from './tool.ts';
import { done, failed } from './tool-output.ts';

const MAX_LINES = 2000;
const MAX_LINE_LENGTH = 2000;
const MB = 1024 * 1024;
const MAX_NOTEBOOK_BYTES = 10 * MB;
const GIVE_UP = { inLine: 64 * MB, inFile: 1024 * MB };

export const readTool: Tool = defineTool({
  name: 'Read',
  description:
    `Reads a text file, ${MAX_LINES} lines from the start unless told otherwise. Each line comes with its number. ` +
    'Notebooks (.ipynb) are shown as cells.',
  access: 'read',
  aliases: FILE_PATH,
  input: z.strictObject({
    path: pathField,
    offset: z.int().min(0).max(1_000_000_000).optional().describe('The line to start at; the first is 1'),
    limit: z.int().min(1).max(100_000).optional().describe(`How many lines; ${MAX_LINES} when absent`),
  }),
  async run({ offset = 1, limit = MAX_LINES }, call, { session, signal }) {
    const path = judgedPath(call);
    if (!path.ok) return failed(path.error);
    const { real } = path.value;
    const from = Math.max(1, offset);

    const handle = await openVerifiedFile(real);
    try {
      const stats = await handle.stat({ bigint: true });
      if (await looksBinary(handle)) {
        return failed(`${real} is a binary file (${stats.size} bytes); Read shows text only`);
      }
      const notebook = real.endsWith('.ipynb') ? await readNotebook(handle) : null;
      if (notebook !== null) {
        session.seenFiles.set(real, fingerprint(stats));
        return done(cutOutput(formatNotebook(notebook), session.maxOutputChars));
      }
      const mostChars = session.maxOutputChars;
      const range = { from, most: limit, longestLine: MAX_LINE_LENGTH, mostChars, giveUp: GIVE_UP };
      const read = await readLines(handle, range, signal);
      session.seenFiles.set(real, fingerprint(stats));
      return done(numbered(read, { from, room: session.maxOutputChars }));
    } finally {
      await handle.close();
    }
  },
});

async function looksBinary(handle: FileHandle): Promise<boolean> {
  const start = Buffer.alloc(8192);
  const { bytesRead } = await handle.read(start, 0, start.length, 0);
  return start.subarray(0, bytesRead).includes(0);
}

/** Null if it has to be shown as text. */
async function readNotebook(handle: FileHandle): Promise<Notebook | null> {
  const bytes = await readAtMost(handle, MAX_NOTEBOOK_BYTES);
  const notebook = bytes === null ? null : parseNotebook(bytes.toString('utf8'));
  return notebook?.ok === true ? notebook.value : null;
}

/** Whole lines only; the rest is left for the next call, and the notice says where it starts. */
function numbered({ lines, below, passed }: LinesRead, { from, room }: { from: number; room: number }): string {
  if (passed === 0 && below.kind === 'nothing') return '[the file is empty]';
  if (lines.length === 0 && below.kind === 'nothing') {
    return `[the file has only ${plural(passed, 'line')}; nothing is at line ${from}]`;
  }
  const shown: string[] = [];
  let length = 0;
  for (const [index, line] of lines.entries()) {
    const text = `${String(from + index).padStart(6)}\t${line}`;
    length += text.length + 1;
    if (length > room && shown.length > 0) break;
    shown.push(text);
  }
  const left = shown.length < lines.length ? ({ kind: 'lines' } as const) : below;
  return [...shown, ...notice(left, from + shown.length)].join('\n');
}

function notice(below: Below, next: number): string[] {
  switch (below.kind) {
    case 'nothing':
      return [];
    case 'lines':
      return [`[more lines follow; continue with offset ${next}]`];
    case 'unread':
      return [`[${below.because}; the rest of the file was not read, use a command]`];
  }
}
