import { anywhere } from '@caliban/calls/globs';
import type { TextGlob } from '@caliban/calls/types';
import type { ArgumentGlob } from '../types/pattern.ts';
import type { Rule } from '../types/rule.ts';
import { specFor } from './parse-pattern.ts';

export type CommandArgument = Extract<ArgumentGlob, { kind: 'text' }>;

/** The rule's requirement for the tool's command; null if it is about something else. */
export function commandArgument({ pattern }: Rule, tool: string): CommandArgument | null {
  const argument = specFor(pattern, tool)?.argument;
  return argument?.kind === 'text' ? argument : null;
}

/** The same as written in the rule; empty if it is about something else. */
export function spelledCommand(rule: Rule, tool: string): string {
  return commandArgument(rule, tool)?.glob.text ?? '';
}

/** The globs of which one must match a whole command. */
export function commandGlobs({ glob, anywhere: isAnywhere, bare }: CommandArgument): readonly TextGlob[] {
  const written = isAnywhere ? anywhere(glob) : glob;
  return bare === undefined ? [written] : [written, bare];
}
