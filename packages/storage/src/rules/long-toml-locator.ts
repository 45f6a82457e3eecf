import type { Locate, Path, Spot } from './places.ts';
import { ruleStarts } from './quick-toml-lines.ts';
import { tomlLocator } from './toml-locator.ts';

/**
 * For a text that the parser with positions would read for longer than anybody waits. It is given the one rule that is asked for, and
 * for anything else the beginning of the text; what stands further down is found where its table or the text starts.
 */
export function longTomlLocator(text: string): Locate {
  const starts = ruleStarts(text);
  const inBeginning = tomlLocator(wholeLines(text.slice(0, LONG_TEXT)));
  return (spot) => {
    const index = ruleIndex(spot.path);
    const start = starts?.[index];
    if (start === undefined) return inBeginning(spot);
    return (
      start + placeInRule(text.slice(start, Math.min(starts?.[index + 1] ?? text.length, start + LONG_RULE)), spot)
    );
  };
}

/** In UTF-16 units: what takes about a second. */
export const LONG_TEXT: number = 256 * 1024;
const LONG_RULE = 4096;

/** -1 for what stands in no rule. */
function ruleIndex([table, list, index]: Path): number {
  return table === 'permissions' && list === 'rules' && typeof index === 'number' ? index : -1;
}

function placeInRule(rule: string, spot: Spot): number {
  const path = spot.path.slice(3);
  // Asked for every rule there is, where a layout is rare.
  if (path.length === 0 && spot.part === 'key') return rule.indexOf('[');
  return tomlLocator(wholeLines(rule))({ ...spot, path: ['permissions', 'rules', 0, ...path] });
}

function wholeLines(text: string): string {
  return text.slice(0, text.lastIndexOf('\n') + 1);
}
