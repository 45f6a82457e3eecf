import { z } from 'zod';

// Fields that several tools share. Checks that models needn't know about are refinements, which aren't part of the JSON schema:
// not every provider accepts patterns in it.

/** A text with NUL can't be passed to the system. */
export function textField(what: string): z.ZodString {
  return z
    .string()
    .min(1)
    .refine((text) => !text.includes('\0'), `a ${what} cannot contain a NUL character`);
}

export const pathField: z.ZodString = textField('path').describe(
  'The file: absolute, or relative to the working directory',
);

/** Where a search starts. The default is filled in before the call is judged, so that the gate sees which directory is searched. */
export const startField: z.ZodDefault<z.ZodString> = textField('path')
  .default('.')
  .describe('A file or directory to look in; the working directory when absent');

/** The name of the path field in other agents' tools. */
export const FILE_PATH: Readonly<Record<string, string>> = { file_path: 'path' };
export const NOTEBOOK_PATH: Readonly<Record<string, string>> = { notebook_path: 'path', file_path: 'path' };
