import { inColumns } from './in-columns.ts';
import type { Frontend, SlashCommand } from './slash-command.ts';

export function helpText(commands: readonly SlashCommand[], frontend: Frontend): string {
  return [
    'commands',
    ...inColumns(
      commands.map(
        ({ name, argument, summary, plainSummary = summary }): KeyRow => [
          `/${name} ${argument}`.trimEnd(),
          frontend === 'lines' ? plainSummary : summary,
        ],
      ),
    ),
    '',
    'keys',
    ...inColumns(KEYS[frontend]),
  ].join('\n');
}

type KeyRow = readonly [key: string, meaning: string];

const OWN_COMMAND: KeyRow = ['!command', 'run a shell command yourself; only your deny rules stop it'];

export const INK_KEYS: readonly KeyRow[] = [
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

const LINE_KEYS: readonly KeyRow[] = [
  ['enter', 'send; while the agent works, for after it'],
  ['\\ and enter', 'new line'],
  ['ctrl+c', 'interrupt the agent; twice within a second with nothing running: quit'],
  ['ctrl+d', 'quit, with an empty prompt'],
  OWN_COMMAND,
];

const KEYS: Readonly<Record<Frontend, readonly KeyRow[]>> = { ink: INK_KEYS, lines: LINE_KEYS };
