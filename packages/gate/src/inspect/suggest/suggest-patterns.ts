import type { ToolCall } from '@caliban/calls';
import type { Part } from '../../types/verdict.ts';
import { suggestForCommands } from './suggest-for-command.ts';
import { suggestForFields } from './suggest-for-fields.ts';
import { suggestForPath } from './suggest-for-path.ts';
import { suggestForUrl } from './suggest-for-url.ts';
import type { Draft } from './suggestion-draft.ts';

/** A pattern for a rule that would have decided the call. */
export type Suggestion = {
  readonly pattern: string;
  /** What it covers, in a few words. */
  readonly explanation: string;
  readonly preselected: boolean;
};

/**
 * Patterns for "always", broad first, the narrowest last and preselected, unless it leaves something of the call open: then one
 * has to be chosen. Each one parses and matches its call, as an allow would have to. `part` selects one part of a command line;
 * without it a line of several commands gets suggestions for each of them. Empty if no pattern short of "every command" would
 * work: an opaque line, a program whose name isn't literal, an interpreter that gets its code from outside.
 */
export function suggestPatterns(call: ToolCall, { part }: { readonly part?: Part | undefined } = {}): Suggestion[] {
  const drafts = distinct(draftsFor(call, part));
  return drafts.map(({ pattern, explanation, isOpen = false }, index) => ({
    pattern,
    explanation,
    preselected: index === drafts.length - 1 && !isOpen,
  }));
}

function draftsFor(call: ToolCall, part: Part | undefined): readonly Draft[] {
  const { subject } = call;
  switch (subject.kind) {
    case 'plain-command':
    case 'command-line':
      return suggestForCommands(call, subject, part);
    case 'path':
      return suggestForPath(call.tool, subject, call.context);
    case 'url':
      return suggestForUrl(call.tool, subject.url);
    case 'none':
      return suggestForFields(call);
  }
}

function distinct(drafts: readonly Draft[]): readonly Draft[] {
  return drafts.filter(({ pattern }, index) => drafts.findIndex((other) => other.pattern === pattern) === index);
}
