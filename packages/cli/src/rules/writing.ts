import type { ChangeProblem, LayerFiles, Locations, RuleChange } from '@caliban/storage';
import { ConfigurationError, FailedError, UsageError } from '../command-line/problems.ts';

/** The files of the scope that is to be changed. */
export function targetOf({ layers }: Locations, scope: string): LayerFiles {
  const target = layers.find(({ layer }) => layer === scope);
  if (target === undefined) throw new UsageError(`there is no scope \`${scope}\`; it is user, project or local`);
  return target;
}

/** Why nothing was written, as the program reports it. */
export function changeError(problem: ChangeProblem): Error {
  switch (problem.kind) {
    case 'bad-rule':
    case 'not-found':
      return new UsageError(problem.message);
    case 'does-not-load':
      return new ConfigurationError([problem.message]);
    case 'cannot-write':
      return new FailedError(problem.message);
  }
}

export function conversionNote({ converted }: RuleChange): string {
  return converted.length === 0 ? '' : 'note: the file was written in an outdated form and is canonical TOML now\n';
}
