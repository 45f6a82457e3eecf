import { HOST_NAMES } from '@caliban/adapters/internal/hosts/host-adapter';
import { visible } from '@caliban/gate/internal/text/visible';
import { didYouMean } from '../command-line/did-you-mean.ts';
import { BLOCKED_EXIT } from '../command-line/exit-codes.ts';
import { standardError } from '../process/standard-output.ts';

/** Said in the way that stops most hosts: on standard error, with exit code 2. */
export function refuseUsage(words: readonly string[]): void {
  const names = HOST_NAMES.join(', ');
  standardError(`caliban hook: ${problemOf(words)}; write \`caliban hook HOST\`, where HOST is ${names}\n`);
  process.exitCode = BLOCKED_EXIT;
}

function problemOf([host = '', surplus]: readonly string[]): string {
  if (surplus !== undefined) return `\`${visible(surplus)}\` is one argument too many`;
  return `there is no host \`${visible(host)}\`${didYouMean(host, HOST_NAMES)}`;
}
