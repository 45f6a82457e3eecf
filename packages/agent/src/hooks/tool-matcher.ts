import type { Result } from '@caliban/calls';
import { matchesText, parseTextGlob } from '@caliban/calls/globs';
import { errorText } from '@caliban/calls/text';
import { fail, ok } from '@caliban/calls/types';

export type ToolMatcher = (tool: string) => boolean;

/**
 * The tools that a hook is for: all (empty or `*`), a list of names (`Edit|Write`), or a glob over the name as in rules, or a
 * regex that matches anywhere. If a text is valid as both, both apply: a hook that doesn't run is the worse mistake.
 */
export function toolMatcher(text: string): Result<ToolMatcher, string> {
  const wanted = text.trim();
  if (wanted === '' || wanted === '*') return ok(() => true);
  if (/^[\w\- ,|]+$/.test(wanted)) {
    const names = new Set(wanted.split(/[|,]/).map((name) => name.trim()));
    return ok((tool) => names.has(tool));
  }
  const glob = /[*?]/.test(wanted) ? parseTextGlob(wanted) : null;
  try {
    const expression = new RegExp(wanted);
    return ok((tool) => (glob !== null && matchesText(glob, tool)) || expression.test(tool));
  } catch (error) {
    if (glob !== null) return ok((tool) => matchesText(glob, tool));
    return fail(`bad matcher \`${wanted}\`: ${errorText(error)}`);
  }
}
