import type { Face, SlashCommand } from './slash-command.ts';

export function helpText(commands: readonly SlashCommand[], face: Face): string {
  return [
    'commands',
    ...inColumns(
      commands.map(({ name, argument, summary, plainSummary = summary }) => [
        `/${name} ${argument}`.trimEnd(),
        face === 'plain' ? plainSummary : summary,
      ]),
    ),
    '',
    'keys',
    ...inColumns(KEYS[face]),
  ].join('\n');
}

type KeyRow = readonly [key: string, meaning: string];

const OWN_COMMAND: KeyRow = ['!command', 'run a shell command yourself; the same rules apply'];

const DRAWN_KEYS: readonly KeyRow[] = [
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
  OWN_COMMAND,
];

const PLAIN_KEYS: readonly KeyRow[] = [
  ['enter', 'send; while the agent works, for after it'],
  ['\\ and enter', 'new line'],
  ['ctrl+c', 'interrupt the agent; twice within a second with nothing running: quit'],
  ['ctrl+d', 'quit, with an empty prompt'],
  OWN_COMMAND,
];

const KEYS: Readonly<Record<Face, readonly KeyRow[]>> = { drawn: DRAWN_KEYS, plain: PLAIN_KEYS };

function inColumns(rows: readonly (readonly string[])[]): readonly string[] {
  return rows.map(([name = '', meaning = '']) => `  ${name.padEnd(20)}${meaning}`);
}
