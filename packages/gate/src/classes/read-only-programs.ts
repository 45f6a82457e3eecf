import type { ReadOnlyProgram } from './read-only-subcommands.ts';
export const READ_ONLY_PROGRAMS: ReadonlyMap<string, ReadOnlyProgram> = new Map<string, ReadOnlyProgram>([]);
