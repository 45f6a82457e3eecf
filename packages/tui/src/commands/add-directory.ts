import { visible } from '@caliban/calls/text';
import type { CommandContext } from './slash-command.ts';

export function addDirectory(context: CommandContext, written: string): void {
  const { directories } = context.parts;
  if (written === '') {
    const added = directories.all.map((path) => `  ${visible(path)}`);
    context.say(added.length === 0 ? 'no directory was added; /add-dir DIR adds one' : added.join('\n'));
    return;
  }
  const added = directories.add(written);
  if (!added.ok) context.say(`${visible(written)}: ${added.error}`, 'error');
  else
    context.say(
      `${visible(added.value)} is part of the work until caliban ends: acceptEdits covers edits there, and commands in the sandbox may write there.`,
    );
}
