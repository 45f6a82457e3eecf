import { didYouMean, errorText, spelledOut, visible } from '@caliban/calls/text';
import { parseCommand, SLASH_COMMANDS } from './command-table.ts';
import type { CommandContext } from './slash-command.ts';

/** Runs `/name argument`. Errors are shown, not thrown. */
export async function runSlashCommand(context: CommandContext, text: string): Promise<void> {
  const { name, argument, command } = parseCommand(text);
  if (command === undefined) {
    const known = SLASH_COMMANDS.map((each) => `/${each.name}`);
    return context.say(
      `unknown command \`/${visible(name)}\`${didYouMean(`/${name}`, known)}; /help lists them`,
      'error',
    );
  }
  // What an interrupt gave back is one text: `/clear` must not swallow the prompt below it.
  if (command.argument === '' && argument !== '')
    return context.say(`/${command.name} takes no argument, but got ${spelledOut(argument)}`, 'error');
  try {
    if (command.when === 'as a run') await context.run(text);
    else await command.run(context, argument);
  } catch (error) {
    context.say(`/${command.name} failed: ${errorText(error)}`, 'error');
  }
}
