import { didYouMean } from '@caliban/gate/internal/text/did-you-mean';
import { visible } from '@caliban/gate/internal/text/visible';
import { PERMISSION_MODES } from '@caliban/gate/internal/types/permission-mode';
import type { CommandDesk } from './slash-command.ts';

export function chooseMode(desk: CommandDesk, argument: string): void {
  if (argument === '') {
    desk.say(`the mode is ${desk.parts.mode.current}; there are ${PERMISSION_MODES.join(', ')}`);
    return;
  }
  const mode = PERMISSION_MODES.find((name) => name.toLowerCase() === argument.toLowerCase());
  if (mode !== undefined) {
    desk.switchMode(mode);
    return;
  }
  desk.say(
    `unknown mode \`${visible(argument)}\`${didYouMean(argument, PERMISSION_MODES)}; there are ${PERMISSION_MODES.join(', ')}`,
    'error',
  );
}
