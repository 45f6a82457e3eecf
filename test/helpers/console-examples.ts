export type ConsoleExample = { readonly command: string; readonly output: string };

const BLOCK = /```console\n(.*?)```/gs;

/** `$ command` and the lines it prints, from the console blocks of a page. */
export function consoleExamples(page: string): readonly ConsoleExample[] {
  return [...page.matchAll(BLOCK)].flatMap(([, block = '']) =>
    block
      .split(/^\$ /m)
      .slice(1)
      .map((example) => {
        const [command = '', ...lines] = example.split('\n');
        return { command, output: lines.join('\n') };
      }),
  );
}

/** The page with what its commands print now. */
export function withOutputs(page: string, run: (command: string) => string): string {
  return page.replaceAll(BLOCK, (block: string) => {
    const examples = consoleExamples(block).map(({ command }) => `$ ${command}\n${run(command)}`);
    return `\`\`\`console\n${examples.join('')}\`\`\``;
  });
}
