import { type Result, TOOL_PROFILES, type ToolProfile } from '@caliban/calls';
import { meantTool } from '@caliban/calls/describe';
import { matchesEveryText, parsePathGlob, parseTextGlob, parseUrlGlob } from '@caliban/calls/globs';
import { fail, ok } from '@caliban/calls/types';
import type { ArgumentGlob, FieldGlob, Spec } from '../types/pattern.ts';
import { parseClassSpec } from './parse-class.ts';

/** `offset` counts UTF-16 units from the start of the spec. */
export type SpecProblem = {
  readonly message: string;
  readonly offset: number;
  /** Something else was meant, even if other tools could accept it. */
  readonly isSlip?: true;
};

const NO_FIELDS: readonly FieldGlob[] = [];

export const ANY_CALL: Spec = { argument: null, fields: NO_FIELDS };

/** Parses a spec for one tool; `profile` is undefined for an unknown tool. */
export function parseSpec(text: string, tool: string, profile: ToolProfile | undefined): Result<Spec, SpecProblem> {
  const named = text.startsWith('@') ? parseClassSpec(text, tool, profile) : null;
  if (named !== null) return named;
  const pairs = readPairs(text, profile);
  if (pairs !== null) return pairs.ok ? specOfPairs(pairs.value, tool, profile) : pairs;
  if (profile?.argument == null) return fail(noArgument(text, tool, profile));

  const { kind } = profile.argument;
  if (kind === 'command') return parseCommand(text, tool);
  if (text.startsWith('~') && kind !== 'path') {
    return fail({ message: `\`~\` (anywhere) is for Bash alone; write \`${tool}:*${text.slice(1)}*\``, offset: 0 });
  }
  const argument = parseArgument(text, kind);
  if (!argument.ok) return argument;
  const isAnyUrl = kind === 'url' && matchesEveryText(parseTextGlob(text));
  return ok(isAnyUrl ? ANY_CALL : { argument: argument.value, fields: NO_FIELDS });
}

function parseCommand(text: string, tool: string): Result<Spec, SpecProblem> {
  const anywhere = text.startsWith('~');
  if (text === '~') return fail({ message: '`~` needs something to look for; write `~text`', offset: 1 });
  const blank = anywhere ? null : blankAround(text, { kind: 'command', before: `${tool}:` });
  if (blank !== null) return fail(blank);
  const glob = parseTextGlob(anywhere ? text.slice(1) : text);
  if (!anywhere && matchesEveryText(glob)) return ok(ANY_CALL);
  return ok({ argument: { kind: 'text', glob, anywhere }, fields: NO_FIELDS });
}

/**
 * Commands and URLs are judged without surrounding blanks; only file names may have some. At the end of a URL a blank is `%20`,
 * and after a backslash part of a word.
 */
function blankAround(
  glob: string,
  { kind, before }: { readonly kind: 'command' | 'path' | 'url'; readonly before: string },
): SpecProblem | null {
  if (kind === 'path') return null;
  if (/^\s/.test(glob))
    return { message: `a blank stands before what is to match; write \`${before}${glob.trim()}\``, offset: 0 };
  const trimmed = glob.trimEnd();
  if (kind === 'url' || trimmed === glob || trimmed.endsWith('\\')) return null;
  return { message: `a command never ends with a blank; write \`${before}${trimmed}\``, offset: trimmed.length };
}

function noArgument(text: string, tool: string, profile: ToolProfile | undefined): SpecProblem {
  const meant = meantTool(tool);
  if (meant !== null) {
    const proposal = TOOL_PROFILES.get(meant)?.argument == null ? meant : `${meant}:${text}`;
    return { message: `there is no tool \`${tool}\` (did you mean \`${meant}\`?); write \`${proposal}\``, offset: 0 };
  }
  const key = profile?.fields[0] ?? 'key';
  return {
    message: `\`${tool}\` has no first argument to match; write \`${tool}\` or \`${tool}:${key}=glob\``,
    offset: 0,
  };
}

function parseArgument(text: string, kind: 'command' | 'path' | 'url'): Result<ArgumentGlob, SpecProblem> {
  switch (kind) {
    case 'command': {
      const glob = parseTextGlob(text);
      return ok({ kind: 'text', glob: matchesEveryText(glob) ? SOME_TEXT : glob, anywhere: false });
    }
    case 'url':
      return ok({ kind: 'url', glob: parseUrlGlob(text) });
    case 'path': {
      const glob = parsePathGlob(text);
      return glob.ok ? ok({ kind: 'path', glob: glob.value }) : glob;
    }
  }
}

/** A command that is missing, or isn't text, is treated as empty; but a missing field never matches. */
const SOME_TEXT = parseTextGlob('?*');

type Pair = { readonly key: string; readonly glob: string; readonly offset: number };

/** In two, because a repeated group overflows the stack on millions of dots. */
const KEY_CHARACTERS = /^[A-Za-z_$][\w$.-]*$/;
const MISPLACED_DOT = /\.(?:[.-]|$)/;

/**
 * `key=glob,key2=glob2`, or null if the spec doesn't have that form: the text before the first `=` must be a dotted identifier,
 * and for a known tool, one of its fields. `Bash:make CC=*` is a command.
 */
function readPairs(text: string, profile: ToolProfile | undefined): Result<readonly Pair[], SpecProblem> | null {
  const first = readPair(text, 0, profile);
  if (first === null) return null;
  if (!text.includes(',')) return ok([first]);
  const pairs: Pair[] = [];
  let offset = 0;
  for (const piece of splitAtCommas(text)) {
    const pair = readPair(piece, offset, profile);
    if (pair === null) {
      return fail({ message: 'after a comma stands no `key=glob`; write `\\,` for a comma inside a glob', offset });
    }
    pairs.push(pair);
    offset += piece.length + 1;
  }
  return ok(pairs);
}

function readPair(text: string, offset: number, profile: ToolProfile | undefined): Pair | null {
  const equals = text.indexOf('=');
  if (equals === -1) return null;
  const key = text.slice(0, equals);
  if (!isKey(key, profile)) return null;
  return { key, glob: text.slice(equals + 1), offset: offset + equals + 1 };
}

function isKey(key: string, profile: ToolProfile | undefined): boolean {
  if (!KEY_CHARACTERS.test(key) || MISPLACED_DOT.test(key)) return false;
  return profile === undefined || profile.fields.includes(key.split('.', 1)[0] as string);
}

function splitAtCommas(text: string): string[] {
  const pieces: string[] = [''];
  for (let at = 0; at < text.length; at++) {
    if (text[at] === ',') {
      pieces.push('');
      continue;
    }
    const width = text[at] === '\\' && at + 1 < text.length ? 2 : 1;
    pieces[pieces.length - 1] += text.slice(at, at + width);
    at += width - 1;
  }
  return pieces;
}

/**
 * The first argument written as a field is still the first argument: a command is parsed, a path is made absolute. But `path=*`
 * is any value, wherever the path leads.
 */
function specOfPairs(
  pairs: readonly Pair[],
  tool: string,
  profile: ToolProfile | undefined,
): Result<Spec, SpecProblem> {
  let argument: ArgumentGlob | null = null;
  const fields: FieldGlob[] = [];
  for (const { key, glob, offset } of pairs) {
    if (glob === '')
      return fail({ message: `nothing stands after \`${key}=\`; write \`${key}=*\` for any value`, offset });
    const isAnyPath = glob === '*' && profile?.argument?.kind === 'path';
    if (argument === null && key === profile?.argument?.field && !isAnyPath) {
      if (profile.argument.kind === 'command' && LOOKS_ANYWHERE.test(glob))
        return fail(anywhereInField(glob, { key, tool, offset }));
      const blank = blankAround(glob, { kind: profile.argument.kind, before: `${key}=` });
      if (blank !== null) return fail({ ...blank, offset: offset + blank.offset });
      const parsed = parseArgument(glob.replaceAll('\\,', ','), profile.argument.kind);
      if (!parsed.ok) return fail({ message: parsed.error.message, offset: offset + parsed.error.offset });
      argument = parsed.value;
    } else {
      fields.push({ keys: key.split('.'), glob: parseTextGlob(glob, '*?\\,') });
    }
  }
  return ok({ argument, fields });
}

/**
 * In a field `~` is literal: `command=~/bin/x` is a command in the home directory. No command starts like that without a slash in
 * its first word.
 */
const LOOKS_ANYWHERE = /^~[^/\s]*(?:\s|$)/;

function anywhereInField(
  glob: string,
  { key, tool, offset }: { key: string; tool: string; offset: number },
): SpecProblem {
  const text = glob.slice(1).replaceAll('\\,', ',') || 'text';
  const message = `\`~\` (anywhere) is only a character behind \`${key}=\`; write \`${tool}:~${text}\``;
  return { message, offset, isSlip: true };
}
