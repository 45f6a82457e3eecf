import type { Attempt } from './attempt.ts';
import { NETWORK_ATTEMPTS, SOCKET_ATTEMPTS } from './network-attempts.ts';
import { PROGRAM_ATTEMPTS } from './program-attempts.ts';
import { SHELL_ATTEMPTS } from './shell-attempts.ts';

export const ALL_ATTEMPTS: readonly Attempt[] = [
  ...SHELL_ATTEMPTS,
  ...PROGRAM_ATTEMPTS,
  ...NETWORK_ATTEMPTS,
  ...SOCKET_ATTEMPTS,
];

/** In each language the first that does a certain harm. */
export function firstOfEachKind(attempts: readonly Attempt[]): readonly Attempt[] {
  const kindOf = ({ language, bare, network }: Attempt) => `${language} ${bare} ${network}`;
  return attempts.filter(
    (attempt, index) => attempts.findIndex((other) => kindOf(other) === kindOf(attempt)) === index,
  );
}
