import type { CommandDesk } from './slash-command.ts';

export async function chooseModel(desk: CommandDesk, argument: string): Promise<void> {
  const { conversation } = desk.parts;
  if (argument === '') {
    const others = conversation.models().filter((name) => name !== conversation.model());
    desk.say(
      `the model is ${conversation.model()}${others.length === 0 ? '' : `; there are also ${others.join(', ')}`}`,
    );
    return;
  }
  // biome-ignore lint/correctness/useHookAtTopLevel: not a hook, it only begins with `use`
  const used = await conversation.useModel(argument);
  if (used.ok) desk.say(`the model is ${used.value} from now on`);
  else desk.say(used.error, 'error');
}
