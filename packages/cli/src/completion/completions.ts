import { HOST_NAMES } from '@caliban/adapters';
import { TOOL_PROFILES } from '@caliban/calls';
import { CLASS_NAMES } from '@caliban/calls/types';
import { ACTIONS } from '@caliban/gate/types';
import type { Command } from '../command-line/command.ts';
import { SCHEMAS, SHELLS, START, TOP_COMMANDS } from '../command-line/command-table.ts';
import { FLAGS, type Flag } from '../command-line/flags.ts';
import { HUB_COMMANDS } from '../command-line/hub-commands.ts';
import { PERMS_COMMANDS } from '../command-line/perms-commands.ts';

/** What can be typed after one command. */
export type Completion = {
  /** The command as typed after `caliban`; empty for `caliban` itself. */
  readonly path: string;
  readonly about: string;
  readonly flags: readonly CompletedFlag[];
  /** Words that can be typed without a flag. */
  readonly words: readonly string[];
};

export type CompletedFlag = {
  readonly name: string;
  readonly about: string;
  readonly value: 'none' | 'file' | 'text' | readonly string[];
};

/** The table of commands, as all three shells need it. */
export function completions(): readonly Completion[] {
  const groups: Readonly<Record<string, readonly Command[]>> = { perms: PERMS_COMMANDS, hub: HUB_COMMANDS };
  return [
    { ...completionOf(START), words: [...TOP_COMMANDS.map(({ name }) => name), 'help'] },
    ...TOP_COMMANDS.map((command) => {
      const verbs = groups[command.name]?.map(({ name }) => name);
      return verbs === undefined ? completionOf(command) : { ...completionOf(command), words: verbs };
    }),
    ...Object.entries(groups).flatMap(([group, verbs]) =>
      verbs.map((command) => ({ ...completionOf(command), path: `${group} ${command.name}` })),
    ),
  ];
}

function completionOf({ name, about, flags, operands = [] }: Command): Completion {
  return {
    path: name,
    about,
    flags: Object.entries({ ...flags, help: FLAGS.help }).map(([flagName, flag]) => ({
      name: flagName,
      about: flag.about,
      value: flagValue(flagName, flag),
    })),
    words: operands.flatMap((operand): readonly string[] => OPERANDS[operand]),
  };
}

const OPERANDS: Readonly<Record<NonNullable<Command['operands']>[number], readonly string[]>> = {
  tool: [...TOOL_PROFILES.keys()],
  pattern: [...TOOL_PROFILES.keys(), ...CLASS_NAMES.map((name) => `@${name}`)],
  class: CLASS_NAMES,
  action: ACTIONS,
  shell: SHELLS,
  schema: SCHEMAS,
  host: HOST_NAMES,
};

function flagValue(name: string, { value, choices }: Flag): CompletedFlag['value'] {
  if (value === undefined) return 'none';
  if (choices !== undefined) return choices;
  if (name === 'tool') return OPERANDS.tool;
  if (name === 'at') return ['top', 'bottom', 'before'];
  return /FILE|DIR/.test(value) ? 'file' : 'text';
}
