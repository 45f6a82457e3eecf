import { PERMISSION_MODES } from '@caliban/gate/types';
import { addDirectory } from './add-directory.ts';
import { chooseMode } from './choose-mode.ts';
import { chooseModel } from './choose-model.ts';
import { helpText } from './help-text.ts';
import { REPORT_COMMANDS } from './report-commands.ts';
import { resumeSession, sessionOffers } from './resume-session.ts';
import type { SlashCommand } from './slash-command.ts';
import { undoApplied } from './undo-applied.ts';

/** Every command, in the order in which the menu shows them. */
export const SLASH_COMMANDS: readonly SlashCommand[] = [
  {
    name: 'help',
    argument: '',
    summary: 'commands and keys',
    when: 'at once',
    run: (context) => context.say(helpText(SLASH_COMMANDS, context.frontend)),
  },
  {
    name: 'permissions',
    argument: '',
    summary: 'look at the rules and change them',
    plainSummary: 'look at the rules',
    when: 'at once',
    run: (context) => context.openPermissions('view'),
  },
  {
    name: 'audit',
    argument: '[text]',
    summary: 'the last decisions and why they were made, or those with a text',
    when: 'at once',
    run: (context, text) => context.openPermissions('audit', text),
  },
  {
    name: 'mode',
    argument: '[name]',
    summary: 'show or change the permission mode (also shift+tab)',
    plainSummary: 'show or change the permission mode',
    when: 'at once',
    offers: ({ mode }) =>
      PERMISSION_MODES.map((value) => ({ value, detail: value === mode.current ? 'the mode now' : '' })),
    run: chooseMode,
  },
  {
    name: 'model',
    argument: '[name]',
    summary: 'show or change the model',
    when: 'in turn',
    offers: ({ conversation }) =>
      conversation.models().map((value) => ({ value, detail: value === conversation.model() ? 'the model now' : '' })),
    run: chooseModel,
  },
  {
    name: 'clear',
    argument: '',
    summary: 'forget the conversation and start a new one',
    when: 'in turn',
    run: (context) => context.clear(),
  },
  {
    name: 'compact',
    argument: '[what to keep]',
    summary: 'summarise the conversation so far, so that it weighs less',
    when: 'as a run',
    start: ({ conversation }, focus, signal) => conversation.compact(focus, signal),
  },
  {
    name: 'resume',
    argument: '[id]',
    summary: 'continue an earlier session',
    when: 'in turn',
    offers: sessionOffers,
    run: resumeSession,
  },
  {
    name: 'add-dir',
    argument: '[directory]',
    summary: 'also work in another directory: acceptEdits and the sandbox treat it like the workspace',
    when: 'at once',
    run: addDirectory,
  },
  ...REPORT_COMMANDS,
  {
    name: 'undo',
    argument: '[number]',
    summary: 'undo the changes of a rehearsed command',
    when: 'in turn',
    run: undoApplied,
  },
  {
    name: 'drop-bypass',
    argument: '',
    summary: 'lock bypass for the rest of the session (also ctrl+shift+b)',
    plainSummary: 'lock bypass for the rest of the session',
    when: 'at once',
    run: (context) => context.dropLatch(),
  },
  {
    name: 'quit',
    argument: '',
    summary: 'leave (also ctrl+d, or ctrl+c twice)',
    when: 'at once',
    run: (context) => context.quit(),
  },
];

export type ParsedCommand = {
  readonly name: string;
  readonly argument: string;
  /** Undefined for a name that we don't know. */
  readonly command: SlashCommand | undefined;
};

/** `/name argument`, taken apart. */
export function parseCommand(text: string): ParsedCommand {
  const [, name = '', argument = ''] = /^\/(\S*)\s*([\s\S]*)$/.exec(text.trim()) ?? [];
  return { name, argument: argument.trim(), command: commandNamed(name) };
}

export function commandNamed(name: string): SlashCommand | undefined {
  return SLASH_COMMANDS.find((command) => command.name === name.toLowerCase());
}
