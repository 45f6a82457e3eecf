import { plural } from '@caliban/calls/text';
import { z } from 'zod';
import { defineTool } from './define-tool.ts';
import { applyEdits } from './edits/apply-edits.ts';
import { FILE_PATH, pathField } from './fields.ts';
import { changeFile } from './files/change-file.ts';
import type { Tool } from './tool.ts';

const oldString = z.string().min(1).describe('The text to replace, exactly as it is in the file');
const newString = z.string().describe('The text that replaces it');
const replaceAll = z.boolean().optional().describe('Replace every occurrence; otherwise there must be exactly one');

export const editTool: Tool = defineTool({
  name: 'Edit',
  description:
    'Replaces text in a file. `old_string` must match exactly, blanks and line ends included, and occur once unless ' +
    '`replace_all` is set. Line ends and encoding of the file are kept.',
  access: 'edit',
  aliases: FILE_PATH,
  input: z.strictObject({ path: pathField, old_string: oldString, new_string: newString, replace_all: replaceAll }),
  run: (edit, call, context) => changeFile(call, context, (text, file) => replaced(text, [edit], file)),
});

export const multiEditTool: Tool = defineTool({
  name: 'MultiEdit',
  description:
    'Makes several replacements in one file, in order, each on the result of the one before. All of them or none: if ' +
    'one does not fit, the file stays as it is.',
  access: 'edit',
  aliases: FILE_PATH,
  input: z.strictObject({
    path: pathField,
    edits: z
      .array(z.strictObject({ old_string: oldString, new_string: newString, replace_all: replaceAll }))
      .min(1)
      .max(500),
  }),
  run: ({ edits }, call, context) => changeFile(call, context, (text, file) => replaced(text, edits, file)),
});

function replaced(...parts: Parameters<typeof applyEdits>): ReturnType<Parameters<typeof changeFile>[2]> {
  const edited = applyEdits(...parts);
  if (!edited.ok) return edited;
  const { text, replacements } = edited.value;
  return { ok: true, value: { text, summary: `${plural(replacements, 'replacement')} made` } };
}
