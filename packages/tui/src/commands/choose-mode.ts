import { didYouMean, visible } from '@caliban/calls/text';
import { PERMISSION_MODES } from '@caliban/gate/types';
import { MODES } from '../modes/mode-words.ts';
import type { CommandContext } from './slash-command.ts';

export function chooseMode(context: CommandContext, argument: string): void {
  if (argument === '') {
    const { current } = context.parts.mode;
    const names = PERMISSION_MODES.map((name) => `${name === current ? '▸' : ' '} ${name} – ${MODES[name].does}`);
    context.say([`the mode is ${current}; Shift+Tab or /mode NAME changes it`, ...names].join('\n'));
    return;
  }
  const mode = PERMISSION_MODES.find((name) => name.toLowerCase() === argument.toLowerCase());
  if (mode !== undefined) {
    context.switchMode(mode);
    return;
  }
  context.say(
    `unknown mode \`${visible(argument)}\`${didYouMean(argument, PERMISSION_MODES)}; there are ${PERMISSION_MODES.join(', ')}`,
    'error',
  );
}
