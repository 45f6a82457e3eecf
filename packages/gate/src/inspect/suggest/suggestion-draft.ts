import { parsePattern, specFor } from '../../pattern/parse-pattern.ts';
import { matchesTool } from '../../pattern/tool-glob.ts';
import type { Spec } from '../../types/pattern.ts';

export type Draft = {
  readonly pattern: string;
  readonly explanation: string;
  /** Something of the call is left out, so that no one should take it for the call itself. */
  readonly isOpen?: true;
};

/** Only what parses, reaches the tool and matches; whatever a name or text made of the pattern. */
export function thatMatch(drafts: readonly Draft[], tool: string, matches: (spec: Spec) => boolean): readonly Draft[] {
  return drafts.filter(({ pattern: text }) => {
    const pattern = parsePattern(text);
    if (!pattern.ok || !matchesTool(pattern.value.tool, tool)) return false;
    const spec = specFor(pattern.value, tool);
    return spec !== null && matches(spec);
  });
}
