import { z } from 'zod';

// Fields that several tools share. Checks that models need not know of are refinements: those stay out of the JSON schema,
// which not every provider takes with patterns in it.

/** Nothing with a NUL in it can be handed to the system. */
export function textField(what: string): z.ZodString {
  return z
    .string()
    .min(1)
    .refine((text) => !text.includes('\0'), `a NUL character cannot stand in a ${what}`);
}

export const pathField: z.ZodString = textField('path').describe(
  'The file: absolute, or relative to the working directory',
);

/** Where a search starts. Filled in before the call is judged, so that the gate sees where it will look. */
export const startField: z.ZodDefault<z.ZodString> = textField('path')
  .default('.')
  .describe('A file or directory to look in; the working directory when absent');

/** The name of the path field elsewhere. */
export const FILE_PATH: Readonly<Record<string, string>> = { file_path: 'path' };
export const NOTEBOOK_PATH: Readonly<Record<string, string>> = { notebook_path: 'path', file_path: 'path' };
