import { z } from 'zod';

// Fields that several tools share. Nothing with a NUL in it can be handed to the system.

export const pathField: z.ZodString = z
  .string()
  .min(1)
  .regex(/^[^\0]*$/, 'a NUL character cannot stand in a path')
  .describe('The file: absolute, or relative to the working directory');

/** The directory the tool starts from. Filled in before the call is judged, so that the gate sees where it will look. */
export const startField: z.ZodDefault<z.ZodString> = z
  .string()
  .min(1)
  .regex(/^[^\0]*$/, 'a NUL character cannot stand in a path')
  .default('.')
  .describe('A file or directory to look in; the working directory when absent');

/** The name of the path field elsewhere. */
export const FILE_PATH: Readonly<Record<string, string>> = { file_path: 'path' };
export const NOTEBOOK_PATH: Readonly<Record<string, string>> = { notebook_path: 'path', file_path: 'path' };
