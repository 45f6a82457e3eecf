import { lstat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { AbsolutePath } from '@caliban/calls';
import { z } from 'zod';
import { defineTool } from './define-tool.ts';
import { startField, textField } from './fields.ts';
import { type JudgedPath, judgedPath, openVerifiedDirectory } from './files/verified-file.ts';
import { findRipgrep } from './search/find-ripgrep.ts';
import { formatMatches } from './search/format-matches.ts';
import { searchFiles } from './search/own-search.ts';
import { readableBelow } from './search/readable.ts';
import { searchWithRipgrep } from './search/ripgrep.ts';
import type { FoundFile, Search } from './search/search.ts';
import { walkFiles } from './search/walk-files.ts';
import type { Tool, ToolContext } from './tool.ts';
import { done, failed } from './tool-output.ts';

const MAX_ENTRIES = 1000;
const lines = z.int().min(0).max(1000).optional();

export const grepTool: Tool = defineTool({
  name: 'Grep',
  description:
    'Searches the contents of files for a regular expression. By default it lists the files that match; ' +
    '`output_mode` content shows the lines, count how many match in each. What .gitignore leaves out is left out.',
  access: 'read',
  input: z.strictObject({
    pattern: textField('pattern').describe('The regular expression'),
    path: startField,
    glob: textField('glob').optional().describe('Only files whose name fits, such as *.ts'),
    type: z
      .string()
      .refine((name) => /^[\w+-]{1,40}$/.test(name), 'must be a name like ts or py')
      .optional()
      .describe('Only files of a kind, such as ts or py'),
    output_mode: z
      .enum(['content', 'files_with_matches', 'count'])
      .optional()
      .describe('files_with_matches when absent'),
    '-A': lines.describe('Lines to show after each match'),
    '-B': lines.describe('Lines to show before each match'),
    '-C': lines.describe('Lines to show around each match'),
    '-n': z.boolean().optional().describe('Line numbers in content; true when absent'),
    '-i': z.boolean().optional().describe('Upper and lower case are the same'),
    multiline: z.boolean().optional().describe('A match may span lines, and a dot fits a line end'),
    head_limit: z.int().min(1).max(MAX_ENTRIES).optional().describe(`How many entries; ${MAX_ENTRIES} when absent`),
  }),
  async run(input, call, context) {
    const path = judgedPath(call);
    if (!path.ok) return failed(path.error);
    const mode = input.output_mode ?? 'files_with_matches';
    const search: Search = {
      pattern: input.pattern,
      ignoreCase: input['-i'] ?? false,
      multiline: input.multiline ?? false,
      before: mode === 'content' ? (input['-B'] ?? input['-C'] ?? 0) : 0,
      after: mode === 'content' ? (input['-A'] ?? input['-C'] ?? 0) : 0,
      wanted: mode === 'files_with_matches' ? 'files' : 'lines',
      glob: input.glob,
      type: input.type,
    };
    const text = await formatMatches(readable(await found(path.value, search, context), path.value, context), {
      mode,
      lineNumbers: input['-n'] ?? true,
      most: input.head_limit ?? MAX_ENTRIES,
      mostChars: context.session.maxOutputChars,
      cwd: context.session.cwd,
    });
    return done(text);
  },
});

/** Every result passes through here, whichever engine found it. */
async function* readable(
  files: AsyncIterable<FoundFile>,
  path: JudgedPath,
  context: ToolContext,
): AsyncGenerator<FoundFile> {
  const mayShow = readableBelow(path, context);
  for await (const file of files) if (mayShow(file.path)) yield file;
}

async function found(
  { real }: JudgedPath,
  search: Search,
  { session, signal }: ToolContext,
): Promise<AsyncIterable<FoundFile>> {
  if ((await lstat(real)).isFile()) {
    return searchFiles({ root: dirname(real) as AbsolutePath, files: only(real), search, signal });
  }
  const program = findRipgrep(session);
  if (program !== null) return searchWithRipgrep({ program, root: real, search, signal, launcher: session.launcher });
  // Fails here if it isn't a directory, or no longer the judged one.
  await (await openVerifiedDirectory(real)).handle.close();
  const files = walkFiles({ root: real, workspace: session.workspace, signal });
  return searchFiles({ root: real, files, search, signal });
}

async function* only(file: AbsolutePath): AsyncGenerator<AbsolutePath> {
  yield file;
}
