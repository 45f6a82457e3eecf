import { HOST_NAMES } from '@caliban/adapters';
import { didYouMean, visible } from '@caliban/calls/text';
import { BLOCKED_EXIT } from '../command-line/exit-codes.ts';
import { standardError } from '../process/standard-output.ts';

/** Reported in the way that stops most hosts: on standard error, with exit code 2. */
export function refuseUsage(words: readonly string[]): void {
  standardError(`caliban hook: ${problemOf(words)}\n`);
  process.exitCode = BLOCKED_EXIT;
}

function problemOf([host = '', surplus]: readonly string[]): string {
  const names = HOST_NAMES.join(', ');
  if (host === '') return `say for which agent: ${names}`;
  const problem =
    surplus === undefined
      ? `there is no host \`${visible(host)}\`${didYouMean(host, HOST_NAMES)}`
      : `\`${visible(surplus)}\` is one argument too many`;
  return `${problem}; write \`caliban hook HOST\`, where HOST is ${names}`;
}
