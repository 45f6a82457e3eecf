import type { PlainConsole } from './plain-console.ts';

/** A choice by its number or letter, asked again until one is given; null if the input has ended. */
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
    /** Its key on the screen; empty if it has none. */
    readonly letter?: (choice: Choice) => string;
    /** The choice for an empty line; without it, an empty line isn't an answer. */
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
