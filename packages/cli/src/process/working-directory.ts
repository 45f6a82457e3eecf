import { ConfigurationError } from '../command-line/problems.ts';

/** Somebody else may have removed it while we were in it. */
export function workingDirectory(): string {
  try {
    return process.cwd();
  } catch {
    throw new ConfigurationError(['the working directory is gone; change to one that is there']);
  }
}
