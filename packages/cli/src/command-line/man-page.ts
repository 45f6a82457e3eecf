import type { Command } from './command.ts';
import { START, TOP_COMMANDS } from './command-table.ts';
import { type CommandFlags, FLAGS, type Flag } from './flags.ts';
import { PERMS_COMMANDS } from './perms-commands.ts';

/** The manual page, generated from the same table as help and completion. */
export function manPage(version: string): string {
  return [
    `.TH CALIBAN 1 "" "caliban ${version}" "User Commands"`,
    '.SH NAME',
    text(`caliban - ${START.about}`),
    '.SH SYNOPSIS',
    `.B caliban\n${text(START.usage)}`,
    '.br',
    '.B caliban perms\n\\fIverb\\fR [\\fIflags\\fR]',
    '.SH DESCRIPTION',
    text(
      'Every tool call of an AI coding agent (a shell command, a file edit, a fetched url, an MCP action) is judged by ordered rules before it runs, and every decision is logged with the rule that made it.',
    ),
    '.PP',
    text('By itself, caliban opens a session in the terminal, or the tour where no model is set up.'),
    ...(START.details === undefined ? [] : ['.PP', text(START.details)]),
    '.SH OPTIONS',
    ...options(START.flags),
    '.SH COMMANDS',
    ...TOP_COMMANDS.flatMap((command) => section(`caliban ${command.name}`, command)),
    '.SH RULES AND LOG',
    ...PERMS_COMMANDS.flatMap((command) => section(`caliban perms ${command.name}`, command)),
    '.SH FILES',
    ...FILES.flatMap(([file, about]) => ['.TP', `.I ${escaped(file)}`, text(about)]),
    '.SH EXAMPLES',
    ...examples(START.examples),
    '',
  ].join('\n');
}

const FILES = [
  ['.caliban/permissions.toml', 'rules of the project, for everyone who works on it'],
  ['.caliban/permissions.local.toml', 'rules of the project for you alone'],
  ['~/.config/caliban/permissions.toml', 'your own rules'],
  ['~/.config/caliban/settings.toml', 'models, servers, hooks and everything else'],
  ['~/.local/state/caliban/permission-decisions.jsonl', 'the decision log'],
] as const;

function section(path: string, { usage, about, details, flags, examples: shown }: Command): readonly string[] {
  return [
    `.SS ${escaped(`${path} ${usage}`.trimEnd())}`,
    text(`${about}.`),
    ...(details === undefined ? [] : ['.PP', text(details)]),
    ...options(flags),
    ...examples(shown),
  ];
}

function options(flags: CommandFlags): readonly string[] {
  return Object.entries({ ...flags, help: FLAGS.help }).flatMap(
    ([name, { short, value, about, choices }]: [string, Flag]) => [
      '.TP',
      `${short === undefined ? '' : `\\fB${escaped(`-${short}`)}\\fR, `}\\fB${escaped(`--${name}`)}\\fR${value === undefined ? '' : ` \\fI${escaped(value)}\\fR`}`,
      text(choices === undefined ? about : `${about} (${choices.join(', ')})`),
    ],
  );
}

function examples(shown: readonly string[]): readonly string[] {
  return shown.length === 0 ? [] : ['.PP', '.nf', ...shown.map((line) => `    ${escaped(`$ ${line}`)}`), '.fi'];
}

/** A line that begins with a dot or a quote would be a roff instruction. */
function text(written: string): string {
  return written
    .split('\n')
    .map((line) => escaped(line).replace(/^(?=[.'])/, '\\&'))
    .join('\n');
}

function escaped(written: string): string {
  return written
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('`', '\\(ga')
    .replaceAll("'", '\\(aq')
    .replaceAll(/[^ -~\n]/g, (sign) => `\\[u${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`);
}
