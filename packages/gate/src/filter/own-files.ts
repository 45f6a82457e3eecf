import { absolutePath, pathBelow } from '../text/path.ts';
import type { AbsolutePath } from '../types/absolute-path.ts';
import type { CommandLine, Redirect } from '../types/command-line.ts';
import type { Surroundings, ToolCall } from '../types/tool-call.ts';
import type { Verdict } from '../types/verdict.ts';
import { commandWrites, mentionedPaths } from './own-file-commands.ts';

/**
 * Who writes caliban's rules, settings or log writes what decides about the next call. So that is always a question,
 * whatever rule allows it; the mode filter lets latched bypass alone overrule it.
 */
export function guardOwnFiles(
  judge: (call: ToolCall) => Verdict,
  directories: readonly AbsolutePath[],
): (call: ToolCall) => Verdict {
  return (call) => {
    const over = judge(call);
    if (over.action === 'deny') return over;
    const file = writtenOwnFile(call, directories);
    return file === null ? over : { action: 'ask', because: { kind: 'own-file', file, over } };
  };
}

/** The first of our own files the call would write, as far as that can be seen; null when none. */
function writtenOwnFile(call: ToolCall, directories: readonly AbsolutePath[]): string | null {
  const { subject, surroundings } = call;
  switch (subject.kind) {
    case 'path':
      if (call.access !== 'edit') return null;
      return ownPath(subject.written, directories) ?? ownPath(subject.real, directories);
    case 'plain-command':
      return ownFileOfCommand(subject.text, surroundings, directories);
    case 'command-line':
      return ownFileOfLine(subject.line, surroundings, directories);
    case 'url':
    case 'none':
      return null;
  }
}

function ownFileOfLine(
  line: CommandLine,
  surroundings: Surroundings,
  directories: readonly AbsolutePath[],
): string | null {
  for (const redirect of line.redirects) {
    const file = redirect.access === 'write' ? ownFileOfRedirect(redirect, surroundings, directories) : null;
    if (file !== null) return file;
  }
  for (const { plain } of line.units) {
    const file = ownFileOfCommand(plain, surroundings, directories);
    if (file !== null) return file;
  }
  return null;
}

function ownFileOfRedirect(
  { target, directories: chains }: Redirect,
  { workspace, cwd = workspace, home, realPath }: Surroundings,
  directories: readonly AbsolutePath[],
): string | null {
  if (target === null) return null;
  for (const steps of chains ?? [[]]) {
    const base = steps.reduce<AbsolutePath>((from, step) => absolutePath(step, { base: from, home }), cwd);
    const file = ownFileAt(absolutePath(target, { base, home }), realPath, directories);
    if (file !== null) return file;
  }
  return null;
}

function ownFileOfCommand(
  text: string,
  { workspace, cwd = workspace, home, realPath }: Surroundings,
  directories: readonly AbsolutePath[],
): string | null {
  const writes = commandWrites(text);
  if (writes.kind === 'our-rules') return writes.what;
  if (writes.kind === 'nothing') return null;
  for (const path of mentionedPaths(text)) {
    const file = ownFileAt(absolutePath(path, { base: cwd, home }), realPath, directories);
    if (file !== null) return file;
  }
  return null;
}

function ownFileAt(
  path: AbsolutePath,
  realPath: Surroundings['realPath'],
  directories: readonly AbsolutePath[],
): string | null {
  return ownPath(path, directories) ?? (realPath === undefined ? null : ownPath(realPath(path), directories));
}

/** Compared in lower case, since some file systems tell no case apart. */
function ownPath(path: AbsolutePath, directories: readonly AbsolutePath[]): string | null {
  const folded = path.toLowerCase() as AbsolutePath;
  const isOwn = directories.some((directory) => pathBelow(folded, directory.toLowerCase() as AbsolutePath) !== null);
  return isOwn ? path : null;
}
