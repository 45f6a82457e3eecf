import { type AbsolutePath, absolutePath, type CallContext, type CommandLine } from '@caliban/calls';
import { afterSteps } from '@caliban/calls/text';
import type { Redirect } from '@caliban/calls/types';
import type { Part } from '../../types/verdict.ts';
import { suggestForPath } from './suggest-for-path.ts';
import type { Draft } from './suggestion-draft.ts';

/** Output is judged as a Write of its target, input as a Read; if the target isn't one known path, there is no suggestion. */
export function suggestForRedirect({ redirects }: CommandLine, part: Part, around: CallContext): readonly Draft[] {
  const redirect = redirects.find(({ access, text }) => access === part.kind && text === part.text);
  const written = redirect === undefined ? null : onlyTarget(redirect, around);
  if (written === null || /^\/dev\/(?:tcp|udp)\//.test(written)) return [];
  const real = around.realPath === undefined ? written : around.realPath(written);
  return suggestForPath(part.kind === 'write' ? 'Write' : 'Read', { written, real }, around);
}

function onlyTarget(
  { target, directories }: Redirect,
  { workspace, cwd = workspace, home }: CallContext,
): AbsolutePath | null {
  if (target === null || isHidden(target, home)) return null;
  if (target.startsWith('/') || target.startsWith('~')) return absolutePath(target, { base: cwd, home });
  if (directories === null || directories.flat().some((step) => isHidden(step, home))) return null;
  const bases = directories.map((steps) => afterSteps(steps, cwd, home));
  const [only, ...others] = new Set(bases);
  return only === undefined || others.length > 0 ? null : absolutePath(target, { base: only });
}

/** Below a home directory that isn't known. */
function isHidden(path: string, home: AbsolutePath | undefined): boolean {
  return home === undefined && path.startsWith('~');
}
