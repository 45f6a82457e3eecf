import { didYouMean, visible } from '@caliban/calls/text';
import { shellQuote } from '@caliban/gate/ask';
import type { Args } from '../command-line/args.ts';
import { TOP_COMMANDS } from '../command-line/command-table.ts';
import { UsageError } from '../command-line/problems.ts';
import type { Terminal } from '../process/terminal.ts';

/** `caliban` without a command: a run without a terminal, a session in one, or the tour if no model is set up. */
export async function start(args: Args, terminal: Terminal): Promise<number> {
  // Clients that send their prompts as frames don't pass -p.
  if (args.isSet('print') || args.text('input-format') === 'stream-json')
    return (await import('./print.ts')).print(args, terminal);
  refuseMisspeltCommand(args.operands);
  const { startUp } = await import('../compose/start-up.ts');
  const { hasModel, refuseWithoutModel } = await import('../compose/model-settings.ts');
  // Checked first, so that a start that would fail says so in every case.
  const start = await startUp(args, terminal, { unanswered: 'use' });
  if (args.operands.length > 0) refuseWithoutModel(start.files, args.text('model'), terminal.env);
  if (terminal.isInteractive) return (await import('./chat.ts')).chat(start, args, terminal);
  if (!hasModel(start.files, args.text('model'), terminal.env)) return (await import('./tour.ts')).tour(terminal);
  const prompt = args.operands.length === 0 ? '"…"' : shellQuote(visible(args.operands.join(' ')));
  throw new UsageError(
    `there is no terminal to open a session in; write \`caliban -p ${prompt}\` for a run without one`,
  );
}

/**
 * A prompt is more than one word. One word that isn't a command is a mistake, and so are several if the first is nearly a
 * command.
 */
function refuseMisspeltCommand([first, ...others]: readonly string[]): void {
  if (first === undefined || /\s/.test(first)) return;
  const known = TOP_COMMANDS.map(({ name }) => name);
  if (others.length === 0)
    throw new UsageError(
      `there is no command \`${first}\`${didYouMean(first, [...known, 'help'])}; see \`caliban --help\``,
    );
  const typed = known.filter((name) => name !== 'hook');
  const near = didYouMean(first, typed, { atMost: 1 });
  if (near !== '') throw new UsageError(`there is no command \`${first}\`${near}; see \`caliban --help\``);
}
