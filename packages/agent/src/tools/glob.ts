import { lstat, realpath } from 'node:fs/promises';
import type { AbsolutePath } from '@caliban/calls';
import { z } from 'zod';
import { cutOutput } from './cut-output.ts';
import { defineTool } from './define-tool.ts';
import { startField, textField } from './fields.ts';
import { judgedPath, openVerifiedDirectory } from './files/verified-file.ts';
import { parseFileGlob } from './search/parse-file-glob.ts';
import { readableBelow } from './search/readable.ts';
import { shownPath } from './search/shown-path.ts';
import { walkFiles } from './search/walk-files.ts';
import type { Tool } from './tool.ts';
import { done, failed } from './tool-output.ts';

const MAX_SHOWN = 200;
const MAX_FOUND = 50_000;

export const globTool: Tool = defineTool({
  name: 'Glob',
  description:
    'Finds files by name, such as `**/*.ts` or `src/*.{js,css}`; a pattern without a slash fits at any depth. The newest ' +
    `come first, at most ${MAX_SHOWN}. What .gitignore leaves out is left out, and links are not followed.`,
  access: 'read',
  input: z.strictObject({
    pattern: textField('pattern').describe('The glob, relative to `path`'),
    path: startField,
  }),
  async run({ pattern }, call, context) {
    const path = judgedPath(call);
    if (!path.ok) return failed(path.error);
    const { real: root } = path.value;
    const matches = parseFileGlob(pattern, root);
    if (!matches.ok) return failed(matches.error);
    // Fails here if it is a file, or no longer the judged directory.
    await (await openVerifiedDirectory(root)).handle.close();

    const { session, signal } = context;
    const mayShow = readableBelow(path.value, context);
    const found: Found[] = [];
    for await (const file of walkFiles({ root, workspace: session.workspace, signal })) {
      if (matches.value(file) && mayShow(file)) found.push({ file, modified: await modifiedAt(file) });
      if (found.length === MAX_FOUND) break;
    }
    const shown = await newest(found);
    if (shown.length === 0) return done(`[no file below ${root} matches]`);
    const notice =
      found.length > shown.length ? `\n[${found.length} files match; the newest ${shown.length} are shown]` : '';
    return done(
      cutOutput(shown.map((file) => shownPath(file, session.cwd)).join('\n'), session.maxOutputChars) + notice,
    );
  },
});

type Found = { readonly file: AbsolutePath; readonly modified: number };

async function modifiedAt(file: AbsolutePath): Promise<number> {
  return (await lstat(file).catch(() => null))?.mtimeMs ?? 0;
}

async function newest(found: Found[]): Promise<readonly AbsolutePath[]> {
  found.sort((one, other) => other.modified - one.modified || (one.file < other.file ? -1 : 1));
  const shown: AbsolutePath[] = [];
  for (const { file } of found.slice(0, MAX_SHOWN)) {
    // If a directory was replaced by a symlink during the walk, we have seen names from elsewhere.
    if ((await realpath(file).catch(() => null)) === file) shown.push(file);
  }
  return shown;
}
