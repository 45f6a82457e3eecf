import { parsePattern, specFor } from '../../pattern/parse-pattern.ts';
import { matchesTool } from '../../pattern/tool-glob.ts';
import type { Spec } from '../../types/pattern.ts';

export type Draft = {
  readonly pattern: string;
  readonly explanation: string;
  /** Part of the call is left out, so that it must not be taken for the call itself. */
  readonly isOpen?: true;
};

/** Only drafts that parse, cover the tool and match, whatever a name or text turned the pattern into. */
export function thatMatch(drafts: readonly Draft[], tool: string, matches: (spec: Spec) => boolean): readonly Draft[] {
  return drafts.filter(({ pattern: text }) => {
    const pattern = parsePattern(text);
    if (!pattern.ok || !matchesTool(pattern.value.tool, tool)) return false;
    const spec = specFor(pattern.value, tool);
    return spec !== null && matches(spec);
  });
}
