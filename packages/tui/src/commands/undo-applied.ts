import type { AppliedCommand } from '@caliban/agent/session';
import { plural, spelledOut } from '@caliban/calls/text';
import type { CommandContext } from './slash-command.ts';

/** Without a number: the list of undoable commands, newest first. */
export async function undoApplied(context: CommandContext, argument: string): Promise<void> {
  const { applied } = context.parts;
  const commands = applied.list();
  if (commands.length === 0) return context.say('there is nothing to undo: no rehearsed command was applied here');
  if (argument === '') {
    const rows = commands.slice(0, MOST).map((command, at) => `  /undo ${at + 1}  ${described(command)}`);
    return context.say(['applied commands, newest first:', ...rows].join('\n'));
  }
  const command = /^\d+$/.test(argument) ? commands[Number(argument) - 1] : undefined;
  if (command === undefined)
    return context.say(`there is no applied command ${spelledOut(argument)}; /undo lists them`, 'error');
  const undone = await applied.undo(command.id);
  if (undone.ok) context.say(`undid ${described(command)}`);
  else context.say(`nothing was undone: ${spelledOut(undone.error)}`, 'error');
}

const MOST = 20;

function described({ command, changes }: AppliedCommand): string {
  const [line = '', ...more] = command.trim().split('\n');
  const text = line.length > 60 || more.length > 0 ? `${line.slice(0, 60)}…` : line;
  return `${spelledOut(text)}  (${plural(changes.length, 'change')})`;
}
