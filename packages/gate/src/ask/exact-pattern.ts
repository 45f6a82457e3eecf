import { TOOL_PROFILES, type ToolCall } from '@caliban/calls';
import {
  escapeGlob,
  escapePathGlob,
  literalText,
  matchesPath,
  matchesUrl,
  spellAll,
  spellFromRoot,
  spellPath,
} from '@caliban/calls/globs';
import { everyPlace } from '@caliban/calls/text';
import type { ResolvedPath } from '@caliban/calls/types';
import { matchesFields } from '../judge/match-fields.ts';
import { parsePattern, specFor } from '../pattern/parse-pattern.ts';
import { oneTool } from '../pattern/tool-glob.ts';
import type { ArgumentGlob } from '../types/pattern.ts';
import { pinnedFields } from './pinned-fields.ts';

/** Where a path of a pattern starts: in a file for every workspace it has to be the root. */
export type PathStart = 'workspace' | 'root';

/** The pattern for calls of this tool with exactly this first argument; null if the grammar can't express it. */
export function exactPattern(call: ToolCall, from: PathStart): string | null {
  const { subject } = call;
  switch (subject.kind) {
    case 'plain-command':
      return exactCommandPattern(call, subject.text);
    case 'command-line':
      return exactCommandPattern(call, subject.line.source.trim());
    case 'path':
      return spelled(call, exactPathGlob(subject, call, from), (argument) => {
        if (argument.kind !== 'path') return false;
        return everyPlace(subject).every((path) => matchesPath(argument.glob, path, call.context));
      });
    case 'url': {
      const { normal, hasUserinfo } = subject.url;
      if (normal === null || hasUserinfo) return null;
      return spelled(
        call,
        escapeGlob(normal),
        (argument) => argument.kind === 'url' && matchesUrl(argument.glob, normal),
      );
    }
    case 'none':
      return fieldsPattern(call) ?? anyCallPattern(call);
  }
}

/** For calls with these values in their short fields; null if there are none, or the result doesn't match the call. */
function fieldsPattern({ tool, input }: ToolCall): string | null {
  const { pinned } = pinnedFields(input);
  if (pinned.length === 0) return null;
  const text = `${escapeGlob(tool)}:${pinned.join()}`;
  const pattern = parsePattern(text);
  const spec = pattern.ok ? specFor(pattern.value, tool) : null;
  const matches = spec !== null && spec.argument === null && matchesFields(spec.fields, input, 'allow');
  return matches ? text : null;
}

/** For one command of a line, or for the line. */
export function exactCommandPattern(call: ToolCall, command: string): string | null {
  return spelled(
    call,
    escapeGlob(command),
    (argument) => argument.kind === 'text' && !argument.anywhere && literalText(argument.glob) === command,
  );
}

/** For every call of the tool. */
export function anyCallPattern({ tool }: ToolCall): string | null {
  const text = escapeGlob(tool);
  const pattern = parsePattern(text);
  const readsBack = pattern.ok && pattern.value.spelling === 'bare' && oneTool(pattern.value.tool) === tool;
  return readsBack ? text : null;
}

/**
 * A first argument may look like something else to the grammar (`~/bin/x` like "anywhere", `timeout=5 x` like a field), so a
 * spelling is used only if it parses as meant; the second one names the field.
 */
function spelled(call: ToolCall, glob: string, isMeant: (argument: ArgumentGlob) => boolean): string | null {
  const tool = anyCallPattern(call);
  const field = TOOL_PROFILES.get(call.tool)?.argument?.field;
  const spellings = [`${tool}:${glob}`, `${tool}:${field}=${glob.replaceAll(',', '\\,')}`];
  const found = spellings.find((text) => {
    const pattern = parsePattern(text);
    const argument = pattern.ok ? specFor(pattern.value, call.tool)?.argument : null;
    return argument != null && isMeant(argument);
  });
  return tool === null ? null : (found ?? null);
}

/** An allow must match the path as written and with symlinks resolved; if these differ, braces contain them all. */
function exactPathGlob(places: ResolvedPath, { context }: ToolCall, from: PathStart): string {
  const every = everyPlace(places);
  if (every.length > 1) return from === 'root' ? spellFromRoot(every) : spellAll(every, context);
  return from === 'root' ? escapePathGlob(places.written) : spellPath(places.written, context);
}
