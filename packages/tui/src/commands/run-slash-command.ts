import { didYouMean, errorText, visible } from '@caliban/calls/text';
import { commandNamed, SLASH_COMMANDS } from './command-table.ts';
import type { CommandContext } from './slash-command.ts';

/** Runs `/name argument`. Errors are shown, not thrown. */
export async function runSlashCommand(
  context: CommandContext,
  text: string,
  { isRunning }: { readonly isRunning: boolean },
): Promise<void> {
  const [, name = '', argument = ''] = /^\/(\S*)\s*([\s\S]*)$/.exec(text) ?? [];
  const command = commandNamed(name);
  if (command === undefined) {
    const known = SLASH_COMMANDS.map((each) => `/${each.name}`);
    return context.say(
      `unknown command \`/${visible(name)}\`${didYouMean(`/${name}`, known)}; /help lists them`,
      'error',
    );
  }
  if (isRunning && !command.whileRunning) {
    return context.say(`/${command.name} has to wait: interrupt the agent first (esc)`, 'warning');
  }
  try {
    await command.run(context, argument.trim());
  } catch (error) {
    context.say(`/${command.name} failed: ${errorText(error)}`, 'error');
  }
}
