import { type AbsolutePath, absolutePath, type Result, TOOL_PROFILES } from '@caliban/calls';
import { pathBelow } from '@caliban/calls/text';
import { fail, ok } from '@caliban/calls/types';
import type { HostCall } from '../host-adapter.ts';
import type { Calls } from './calls-request.ts';
import { textOf } from './payload.ts';

/** Calls, and the root whose rules apply to them. */
export type RootedCalls = { readonly calls: Calls; readonly root: string | undefined };

/**
 * The rules are those of the innermost root that contains a file of the call, else of the first root. Relative paths start at the
 * first root. A call whose files belong to several roots is refused: it would bypass the rules of one of them.
 */
export function inItsRoot(calls: Calls, roots: readonly string[]): Result<RootedCalls, string> {
  const [first, ...others] = roots;
  if (first === undefined || others.length === 0) return ok({ calls, root: first });
  const paths = calls.flatMap((call) => pathIn(call) ?? []);
  if (paths.some((path) => path.startsWith('~'))) return fail('`~` may lead into any of the workspace roots');
  const base = absolutePath(first);
  const [root = first, ...more] = new Set(paths.map((path) => innermost(roots, absolutePath(path, { base })) ?? first));
  if (more.length > 0) return fail('the files of this call lie in several workspace roots');
  const [call, ...rest] = calls;
  const seen = root === first ? (each: HostCall) => each : (each: HostCall) => leadingOnFrom(first, each);
  return ok({ calls: [seen(call), ...rest.map(seen)], root });
}

/** Only for file tools: another tool's field of this name must not choose the rules. */
function pathIn({ tool, input }: HostCall): string | undefined {
  return TOOL_PROFILES.get(tool)?.argument?.kind === 'path' ? textOf(input, 'path') : undefined;
}

function innermost(roots: readonly string[], path: AbsolutePath): string | undefined {
  const around = roots.filter((root) => pathBelow(path, absolutePath(root)) !== null);
  return around.sort((one, other) => absolutePath(other).length - absolutePath(one).length)[0];
}

function leadingOnFrom(cwd: string, call: HostCall): HostCall {
  return call.cwd !== undefined || pathIn(call)?.startsWith('/') === true ? call : { ...call, cwd };
}
