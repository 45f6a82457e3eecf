import { PERMISSION_MODES } from '@caliban/gate/internal/types/permission-mode';
import { chooseMode } from './choose-mode.ts';
import { chooseModel } from './choose-model.ts';
import { helpText } from './help-text.ts';
import { resumeSession, sessionOffers } from './resume-session.ts';
import type { SlashCommand } from './slash-command.ts';

/** Every command, in the order in which the menu shows them. */
export const SLASH_COMMANDS: readonly SlashCommand[] = [
  {
    name: 'help',
    argument: '',
    summary: 'commands and keys',
    whileRunning: true,
    run: (desk) => desk.say(helpText(SLASH_COMMANDS, desk.face)),
  },
  {
    name: 'permissions',
    argument: '',
    summary: 'look at the rules and change them',
    plainSummary: 'look at the rules',
    whileRunning: true,
    run: (desk) => desk.openPermissions('view'),
  },
  {
    name: 'mode',
    argument: '[name]',
    summary: 'show or change the permission mode (also shift+tab)',
    plainSummary: 'show or change the permission mode',
    whileRunning: true,
    offers: ({ mode }) =>
      PERMISSION_MODES.map((value) => ({ value, detail: value === mode.current ? 'the mode now' : '' })),
    run: chooseMode,
  },
  {
    name: 'model',
    argument: '[name]',
    summary: 'show or change the model',
    whileRunning: false,
    offers: ({ conversation }) =>
      conversation.models().map((value) => ({ value, detail: value === conversation.model() ? 'the model now' : '' })),
    run: chooseModel,
  },
  {
    name: 'clear',
    argument: '',
    summary: 'forget the conversation and begin anew',
    whileRunning: false,
    run: (desk) => desk.clear(),
  },
  {
    name: 'resume',
    argument: '[id]',
    summary: 'go on with an earlier session',
    whileRunning: false,
    offers: sessionOffers,
    run: resumeSession,
  },
  {
    name: 'drop-bypass',
    argument: '',
    summary: 'lock bypass for the rest of the session (also ctrl+shift+b)',
    plainSummary: 'lock bypass for the rest of the session',
    whileRunning: true,
    run: (desk) => desk.dropLatch(),
  },
  {
    name: 'audit',
    argument: '',
    summary: 'the last decisions and why they were made',
    whileRunning: true,
    run: (desk) => desk.openPermissions('audit'),
  },
  {
    name: 'quit',
    argument: '',
    summary: 'leave (also ctrl+d, or ctrl+c twice)',
    whileRunning: true,
    run: (desk) => desk.quit(),
  },
];

export function commandNamed(name: string): SlashCommand | undefined {
  return SLASH_COMMANDS.find((command) => command.name === name.toLowerCase());
}
