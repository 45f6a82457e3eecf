import type { PlainConsole } from './plain-console.ts';

/** A choice by its number, asked again until one of them is given; null when nobody is there any more. */
export async function choose<Choice>(
  console: PlainConsole,
  {
    title,
    choices,
    name,
    signal,
  }: {
    readonly title: string;
    readonly choices: readonly Choice[];
    readonly name: (choice: Choice) => string;
    readonly signal: AbortSignal;
  },
): Promise<Choice | null> {
  console.print(title);
  for (const [index, choice] of choices.entries()) console.print(`  ${index + 1} ${name(choice)}`);
  for (;;) {
    console.ask(`number (1 to ${choices.length}): `);
    const line = await console.nextLine(signal);
    if (line === null) return null;
    const chosen = /^[1-9]\d?$/.test(line.trim()) ? choices[Number(line.trim()) - 1] : undefined;
    if (chosen !== undefined) return chosen;
    console.print(`answer with a number from 1 to ${choices.length}`);
  }
}
