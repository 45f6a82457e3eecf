import type { CommandContext } from './slash-command.ts';

export async function chooseModel(context: CommandContext, argument: string): Promise<void> {
  const { conversation } = context.parts;
  if (argument === '') {
    const others = conversation.models().filter((name) => name !== conversation.model());
    context.say(
      `the model is ${conversation.model()}${others.length === 0 ? '' : `; there are also ${others.join(', ')}`}`,
    );
    return;
  }
  // biome-ignore lint/correctness/useHookAtTopLevel: not a hook, it only begins with `use`
  const used = await conversation.useModel(argument);
  if (used.ok) context.say(`the model is ${used.value} from now on`);
  else context.say(used.error, 'error');
}
