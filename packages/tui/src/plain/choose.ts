import type { PlainConsole } from './plain-console.ts';

/** A choice by its number or letter, asked again until one of them is given; null when nobody is there any more. */
export async function choose<Choice>(
  console: PlainConsole,
  {
    title,
    choices,
    name,
    letter = () => '',
    onEmpty,
    signal,
  }: {
    readonly title: string;
    readonly choices: readonly Choice[];
    readonly name: (choice: Choice) => string;
    /** The key it has on the screen; empty where it has none. */
    readonly letter?: (choice: Choice) => string;
    /** What a return alone chooses; without it that is no answer. */
    readonly onEmpty?: NoInfer<Choice>;
    readonly signal: AbortSignal;
  },
): Promise<Choice | null> {
  console.print(title);
  for (const [index, choice] of choices.entries()) {
    const key = letter(choice);
    console.print(`  ${index + 1} ${name(choice)}${key === '' ? '' : ` (${key})`}`);
  }
  for (;;) {
    console.ask(`number (1 to ${choices.length}): `);
    const line = await console.nextLine(signal);
    if (line === null) return null;
    const typed = line.trim();
    if (typed === '' && onEmpty !== undefined) return onEmpty;
    const byLetter = choices.find((choice) => typed !== '' && letter(choice) === typed.toLowerCase());
    const chosen = byLetter ?? (/^[1-9]\d{0,2}$/.test(typed) ? choices[Number(typed) - 1] : undefined);
    if (chosen !== undefined) return chosen;
    console.print(`answer with a number from 1 to ${choices.length}`);
  }
}
