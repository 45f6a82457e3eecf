import type { Args } from '../args.ts';
import { TOP_COMMANDS } from '../command-table.ts';
import { closest } from '../did-you-mean.ts';
import { loadSettings } from '../load-settings.ts';
import { printWarnings } from '../output/warnings.ts';
import { UsageError } from '../problems.ts';
import type { Terminal } from '../terminal.ts';
import { showBuiltInRules } from './welcome.ts';

/** `caliban` by itself: what would not start says so, whatever comes after. */
export async function start(args: Args, terminal: Terminal): Promise<number> {
  if (args.isSet('print')) return (await import('./print.ts')).print(args, terminal);
  const [command] = args.operands;
  if (command !== undefined) {
    const known = [...TOP_COMMANDS.map(({ name }) => name), 'help'];
    throw new UsageError(`there is no command \`${command}\`${closest(command, known)}; see \`caliban --help\``);
  }
  const settings = await loadSettings(args, terminal);
  printWarnings(settings.warnings, terminal);
  if (settings.autoAllow.value) {
    terminal.err(`warning: ${settings.autoAllow.from} is set: what nobody can be asked about is allowed\n`);
  }
  return showBuiltInRules(terminal);
}
