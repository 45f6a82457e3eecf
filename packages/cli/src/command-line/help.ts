import type { Command } from './command.ts';
import { HUB, PERMS, START, TOP_COMMANDS } from './command-table.ts';
import { type CommandFlags, FLAGS, type Flag } from './flags.ts';
import { HUB_COMMANDS } from './hub-commands.ts';
import { PERMS_COMMANDS } from './perms-commands.ts';

export function overview(): string {
  return [
    `caliban: ${START.about}`,
    '',
    ...aligned(PERMS_COMMANDS.map(({ name, about }) => [`caliban perms ${name}`, about])),
    '',
    ...aligned([
      ...TOP_COMMANDS.filter(({ name }) => name !== 'perms').map(
        ({ name, about }) => [`caliban ${name}`, about] as const,
      ),
      ['caliban --version', 'print the version'],
    ]),
    '',
    '--help after any of them says more.',
    '',
    'By itself, caliban opens a session in the terminal, or the tour where no model is set up:',
    '',
    `  caliban ${START.usage}`,
    '',
    ...aligned(flagRows(START.flags)),
    '',
    ...(START.details === undefined ? [] : [START.details, '']),
    ...examples(START.examples),
  ].join('\n');
}

export function permsOverview(): string {
  return overviewOf('perms', PERMS, PERMS_COMMANDS);
}

export function hubOverview(): string {
  return overviewOf('hub', HUB, HUB_COMMANDS);
}

function overviewOf(group: string, { about: whole }: Command, verbs: readonly Command[]): string {
  return [
    `caliban ${group}: ${whole}`,
    '',
    ...aligned(verbs.map(({ name, about }) => [`caliban ${group} ${name}`, about])),
    '',
    '--help after a verb says more.',
    '',
    ...examples(verbs.flatMap((command) => command.examples.slice(0, 1))),
  ].join('\n');
}

export function helpFor(path: string, { usage, about, details, flags, examples: shown }: Command): string {
  return [
    `${path}: ${about}`,
    '',
    `  ${path} ${usage}`.trimEnd(),
    '',
    ...(details === undefined ? [] : [details, '']),
    ...aligned(flagRows(flags)),
    '',
    ...examples(shown),
  ].join('\n');
}

function flagRows(flags: CommandFlags): readonly (readonly [string, string])[] {
  return Object.entries({ ...flags, help: FLAGS.help }).map(
    ([name, { short, value, about, choices }]: [string, Flag]) => [
      `${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`,
      choices === undefined ? about : `${about} (${choices.join(', ')})`,
    ],
  );
}

function examples(shown: readonly string[]): readonly string[] {
  return [...shown.map((line) => `  $ ${line}`), ''];
}

function aligned(rows: readonly (readonly [string, string])[]): readonly string[] {
  const width = Math.max(...rows.map(([left]) => left.length)) + 2;
  return rows.map(([left, right]) => `  ${left.padEnd(width)} ${right}`);
}
