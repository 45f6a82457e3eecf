import type { AbsolutePath, CallContext, CommandLine, ToolCall } from '@caliban/calls';
import { isUnread, runCommands, unitsOf } from '@caliban/calls/classes';
import { afterSteps, everyPlace } from '@caliban/calls/text';
import type { Redirect } from '@caliban/calls/types';
import type { Verdict } from '../types/verdict.ts';
import { isLoosening } from './loosening.ts';
import { mayWriteOwn, newOwnFileWork, ownFileOfCommand } from './own-file-of-command.ts';
import { ownFileOfInput } from './own-file-of-input.ts';
import { isOwn, type OwnDirectories, ownDirectories, ownPathOf, type Reach } from './own-paths.ts';

/**
 * A process that can write caliban's rules, settings or log decides about the next call. So such a write is always a question,
 * whatever rule allows it; the mode filter lets only latched bypass overrule it.
 */
export function guardOwnFiles(
  judge: (call: ToolCall) => Verdict,
  directories: () => readonly AbsolutePath[],
): (call: ToolCall) => Verdict {
  const own = ownDirectories(directories);
  return (call) => {
    const over = judge(call);
    if (over.action === 'deny') return over;
    const file = writtenOwnFile(call, own);
    return file === null ? over : { action: 'ask', because: { kind: 'own-file', file, over } };
  };
}

/** The first of our own files the call would write, as far as the call shows; null if none. */
function writtenOwnFile(call: ToolCall, directories: OwnDirectories): string | null {
  const { subject } = call;
  const context = withFewLooks(call.context, directories);
  switch (subject.kind) {
    case 'path':
      if (call.access !== 'edit') return null;
      return everyPlace(subject).find((path) => isOwn(path, directories)) ?? null;
    case 'plain-command':
      return ownFileOfCommands(call, subject.text, context, directories);
    case 'command-line':
      return (
        ownFileOfLine(subject.line, context, directories) ??
        ownFileOfCommands(call, subject.line.source, context, directories)
      );
    case 'url':
      return null;
    case 'none':
      return call.access === 'unknown' ? ownFileOfInput(call.input, reachOf(context, directories)) : null;
  }
}

function reachOf(context: CallContext, directories: OwnDirectories): Reach {
  const { home, realPath } = context;
  return { base: startOf(context), home, realPath, directories };
}

/** A model chooses how many paths a command names: each is resolved once, and beyond the limit a path is treated as ours. */
function withFewLooks(context: CallContext, directories: OwnDirectories): CallContext {
  const { realPath } = context;
  if (realPath === undefined) return context;
  const known = new Map<AbsolutePath, AbsolutePath>();
  const look = (path: AbsolutePath): AbsolutePath => {
    const real = known.get(path) ?? (known.size < MAX_LOOKS ? realPath(path) : (directories()[0]?.path ?? path));
    known.set(path, real);
    return real;
  };
  return { ...context, realPath: look };
}

const MAX_LOOKS = 1000;

function ownFileOfLine(line: CommandLine, context: CallContext, directories: OwnDirectories): string | null {
  for (const redirect of line.redirects) {
    const file = redirect.access === 'write' ? ownFileOfRedirect(redirect, context, directories) : null;
    if (file !== null) return file;
  }
  const variable = [...line.assignments, ...line.units.flatMap(({ assignments }) => assignments)].find(isLoosening);
  if (variable !== undefined) return variable.text;
  return null;
}

/** The files that the commands of a line write, and those of the commands they run in turn. */
function ownFileOfCommands(
  call: ToolCall,
  source: string,
  context: CallContext,
  directories: OwnDirectories,
): string | null {
  if (
    !mayWriteOwn(
      source,
      unitsOf(call).map(({ name }) => name),
    )
  )
    return null;
  const work = newOwnFileWork();
  const isCutOff = call.subject.kind === 'command-line' && call.subject.line.overLimit;
  for (const command of runCommands(call)) {
    // More than is examined: it may contain anything.
    const isCut = isUnread(command) && !isCutOff;
    const file = isCut ? directories()[0]?.path : ownFileOfCommand(command, context, directories, work);
    if (file !== null && file !== undefined) return file;
  }
  return null;
}

function ownFileOfRedirect(
  { target, text, possibleTargets, directories: chains }: Redirect,
  context: CallContext,
  directories: OwnDirectories,
): string | null {
  const { home, realPath } = context;
  const written = target ?? text.replace(/^[^\s<>&|]*[<>&|]+\s*/, '').replaceAll('"', '');
  const words = [written, ...(possibleTargets?.() ?? [])];
  for (const steps of chains ?? [[]]) {
    const base = afterSteps(steps, startOf(context), home);
    const bases = realPath === undefined ? [base] : [...new Set([base, realPath(base)])];
    for (const from of bases) {
      const reach = { base: from, home, realPath, directories };
      const file = words.map((word) => ownPathOf(word, reach)).find((own) => own !== null);
      if (file !== undefined) return file;
    }
  }
  return null;
}

function startOf({ workspace, cwd = workspace }: CallContext): AbsolutePath {
  return cwd;
}
