import type { SlashCommand } from './slash-command.ts';

export function helpText(commands: readonly SlashCommand[]): string {
  return [
    'commands',
    ...inColumns(commands.map(({ name, argument, summary }) => [`/${name} ${argument}`.trimEnd(), summary])),
    '',
    'keys',
    ...inColumns(KEYS),
  ].join('\n');
}

const KEYS: readonly (readonly [string, string])[] = [
  ['enter', 'send; while the agent works, queue for after it'],
  ['alt+enter', 'new line (also shift+enter, ctrl+j, or \\ and enter)'],
  ['esc', 'interrupt the agent; twice with nothing running: empty the prompt'],
  ['ctrl+c', 'empty the prompt; twice within a second: quit'],
  ['ctrl+d', 'quit, with an empty prompt'],
  ['shift+tab', 'next permission mode'],
  ['ctrl+shift+b', 'drop the bypass latch (also /drop-bypass)'],
  ['ctrl+o', 'unfold the last output, then all, then fold'],
  ['page up, page down', 'scroll'],
  ['up, down', 'earlier prompts'],
  ['@path', 'complete a file name'],
  ['!command', 'run a shell command yourself; the same rules apply'],
];

function inColumns(rows: readonly (readonly [string, string])[] | readonly (readonly string[])[]): readonly string[] {
  return rows.map(([name = '', meaning = '']) => `  ${name.padEnd(20)}${meaning}`);
}
