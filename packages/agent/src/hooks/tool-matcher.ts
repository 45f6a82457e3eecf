import type { Result } from '@caliban/gate';
import { errorText } from '@caliban/gate/internal/text/error-text';
import { fail, ok } from '@caliban/gate/internal/types/result';

export type ToolMatcher = (tool: string) => boolean;

/** Which tools a hook is for: all (empty or `*`), a list of names (`Edit|Write`), or else a regular expression found anywhere. */
export function toolMatcher(text: string): Result<ToolMatcher, string> {
  const wanted = text.trim();
  if (wanted === '' || wanted === '*') return ok(() => true);
  if (/^[\w\- ,|]+$/.test(wanted)) {
    const names = new Set(wanted.split(/[|,]/).map((name) => name.trim()));
    return ok((tool) => names.has(tool));
  }
  try {
    const expression = new RegExp(wanted);
    return ok((tool) => expression.test(tool));
  } catch (error) {
    return fail(`bad matcher \`${wanted}\`: ${errorText(error)}`);
  }
}
