import { ConfigurationError } from '../command-line/problems.ts';

/** The directory may have been removed while we are in it. */
export function workingDirectory(): string {
  try {
    return process.cwd();
  } catch {
    throw new ConfigurationError(['the working directory is gone; change to one that is there']);
  }
}
