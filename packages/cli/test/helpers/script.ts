/** A test that people can read: files, commands, and what they print. */
export type Step =
  | { readonly kind: 'file'; readonly path: string; readonly content: string }
  | { readonly kind: 'command'; readonly command: string; readonly output: string; readonly exit: number }
  | { readonly kind: 'remark'; readonly text: string };

/**
 * `// remark`; `--- path` and the lines of that file up to `---`; `$ command`, the lines it prints, and `[exit N]` unless it exits 0.
 */
export function parseScript(text: string): readonly Step[] {
  const steps: Step[] = [];
  const lines = text.split('\n');
  for (let at = 0; at < lines.length; ) {
    const line = lines[at++] as string;
    if (line.startsWith('--- ')) {
      const end = lines.indexOf('---', at);
      steps.push({ kind: 'file', path: line.slice(4), content: `${lines.slice(at, end).join('\n')}\n` });
      at = end + 1;
    } else if (line.startsWith('$ ')) {
      const start = at;
      while (at < lines.length && !/^(?:\$ |--- |\/\/ )/.test(lines[at] as string)) at++;
      const printed = lines.slice(start, at).join('\n').trimEnd();
      const [, output = printed, exit = '0'] = /^(.*?)\n?\[exit (\d+)\]$/s.exec(printed) ?? [];
      steps.push({ kind: 'command', command: line.slice(2), output, exit: Number(exit) });
    } else steps.push({ kind: 'remark', text: line });
  }
  return steps;
}

export function formatScript(steps: readonly Step[]): string {
  return `${steps.map(formatStep).join('\n').trimEnd()}\n`;
}

function formatStep(step: Step): string {
  switch (step.kind) {
    case 'remark':
      return step.text;
    case 'file':
      return `--- ${step.path}\n${step.content}---`;
    case 'command': {
      const printed = step.output === '' ? '' : `${step.output}\n`;
      return `$ ${step.command}\n${printed}${step.exit === 0 ? '' : `[exit ${step.exit}]\n`}`;
    }
  }
}
