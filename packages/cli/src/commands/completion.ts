import { didYouMean } from '@caliban/calls/text';
import type { Args } from '../command-line/args.ts';
import { SHELLS } from '../command-line/command-table.ts';
import { UsageError } from '../command-line/problems.ts';
import { bashScript } from '../completion/bash.ts';
import { completions } from '../completion/completions.ts';
import { fishScript } from '../completion/fish.ts';
import { zshScript } from '../completion/zsh.ts';
import type { Terminal } from '../process/terminal.ts';

/** `caliban completion`: a script on stdout, generated from the table of commands. */
export async function completion({ operands }: Args, terminal: Terminal): Promise<number> {
  const [shell = '', surplus] = operands;
  if (surplus !== undefined) throw new UsageError(`\`${surplus}\` is one argument too many; one shell at a time`);
  terminal.out(scriptFor(shell));
  return 0;
}

function scriptFor(shell: string): string {
  switch (shell) {
    case 'bash':
      return bashScript(completions());
    case 'zsh':
      return zshScript(completions());
    case 'fish':
      return fishScript(completions());
    default:
      throw new UsageError(`say which shell: ${SHELLS.join(', ')}${shell === '' ? '' : didYouMean(shell, SHELLS)}`);
  }
}
