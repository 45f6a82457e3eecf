import { visible } from '@caliban/gate/internal/text/visible';
import type { NotCarriedOver } from '@caliban/storage/internal/rules/import/imported';

/** What another form could not say, one line each. */
export function printLosses(losses: readonly NotCarriedOver[], print: (text: string) => void): void {
  if (losses.length === 0) return;
  print(`not carried over as it was (${losses.length}):\n`);
  for (const { what, why, line } of losses) {
    print(`  ${line === undefined ? '' : `line ${line}: `}${visible(what)}: ${visible(why)}\n`);
  }
}
