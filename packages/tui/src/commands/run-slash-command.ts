import { didYouMean } from '@caliban/gate/internal/text/did-you-mean';
import { errorText } from '@caliban/gate/internal/text/error-text';
import { visible } from '@caliban/gate/internal/text/visible';
import { commandNamed, SLASH_COMMANDS } from './command-table.ts';
import type { CommandDesk } from './slash-command.ts';

/** Runs `/name argument`. Whatever goes wrong is said, not thrown. */
export async function runSlashCommand(
  desk: CommandDesk,
  text: string,
  { isRunning }: { readonly isRunning: boolean },
): Promise<void> {
  const [, name = '', argument = ''] = /^\/(\S*)\s*([\s\S]*)$/.exec(text) ?? [];
  const command = commandNamed(name);
  if (command === undefined) {
    const known = SLASH_COMMANDS.map((each) => `/${each.name}`);
    return desk.say(`unknown command \`/${visible(name)}\`${didYouMean(`/${name}`, known)}; /help lists them`, 'error');
  }
  if (isRunning && !command.whileRunning) {
    return desk.say(`/${command.name} has to wait: interrupt the agent first (esc)`, 'warning');
  }
  try {
    await command.run(desk, argument.trim());
  } catch (error) {
    desk.say(`/${command.name} failed: ${errorText(error)}`, 'error');
  }
}
