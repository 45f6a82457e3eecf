import type { BigIntStats } from 'node:fs';
import { lstat } from 'node:fs/promises';
import type { AbsolutePath } from '@caliban/calls';
import { z } from 'zod';
import { defineTool } from './define-tool.ts';
import { unifiedDiff } from './edits/unified-diff.ts';
import { FILE_PATH, pathField } from './fields.ts';
import { changedSinceSeen, fingerprint } from './files/fingerprint.ts';
import { errorCode } from './files/system-error.ts';
import { readTextFile } from './files/text-file.ts';
import { judgedPath, refuseSpecial } from './files/verified-file.ts';
import { writeVerifiedFile } from './files/write-verified-file.ts';
import type { Tool } from './tool.ts';
import { done, failed } from './tool-output.ts';

export const writeTool: Tool = defineTool({
  name: 'Write',
  description:
    'Writes a whole file: creates it, with its directories, or replaces its content. To change a part, use Edit.',
  access: 'edit',
  aliases: FILE_PATH,
  input: z.strictObject({ path: pathField, content: z.string().describe('The whole content of the file') }),
  async run({ content }, call, { session }) {
    const path = judgedPath(call);
    if (!path.ok) return failed(path.error);
    const { real } = path.value;

    const old = await found(real);
    const stale = old === null ? null : changedSinceSeen(real, old, session);
    if (stale !== null) return failed(stale);

    const before = old === null ? '' : await oldText(real);
    const expected = old === null ? 'anything' : { fingerprint: fingerprint(old) };
    const now = await writeVerifiedFile(real, content, expected);
    session.seenFiles.set(real, fingerprint(now));
    const diff = before === null ? undefined : unifiedDiff(before, content);
    return done(`${real} was ${old === null ? 'created' : 'replaced'} (${now.size} bytes)`, diff);
  },
});

async function found(real: AbsolutePath): Promise<BigIntStats | null> {
  try {
    const old = await lstat(real, { bigint: true });
    refuseSpecial(old, real);
    return old;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

/** Only for the diff; null if there is none to show. */
async function oldText(real: AbsolutePath): Promise<string | null> {
  try {
    const file = await readTextFile(real);
    return file.ok ? file.value.text : null;
  } catch {
    return null;
  }
}
