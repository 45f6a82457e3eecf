import type { Locate, Path, Spot } from './places.ts';
import { type TableList, tableStarts } from './quick-toml-lines.ts';
import { tomlLocator } from './toml-locator.ts';

/**
 * For a text that the parser with positions would read for longer than anybody waits. It is given the one rule or test that is asked for, and
 * for anything else the beginning of the text; what stands further down is found where its table or the text starts.
 */
export function longTomlLocator(text: string): Locate {
  const starts = { rules: tableStarts(text, 'rules'), tests: tableStarts(text, 'tests') };
  const all = [...(starts.rules ?? []), ...(starts.tests ?? [])].sort((one, other) => one - other);
  const inBeginning = tomlLocator(wholeLines(text.slice(0, LONG_TEXT)));
  return (spot) => {
    const asked = askedTable(spot.path);
    const start = asked === null ? undefined : starts[asked.list]?.[asked.index];
    if (asked === null || start === undefined) return inBeginning(spot);
    const end = Math.min(nextAfter(start, all) ?? text.length, start + LONG_RULE);
    return start + placeInTable(text.slice(start, end), spot, asked.list);
  };
}

/** In UTF-16 units: what takes about a second. */
export const LONG_TEXT: number = 256 * 1024;
const LONG_RULE = 4096;

/** Null for what is in no rule and no test. */
function askedTable([table, list, index]: Path): { readonly list: TableList; readonly index: number } | null {
  const isList = table === 'permissions' && (list === 'rules' || list === 'tests');
  return isList && typeof index === 'number' ? { list, index } : null;
}

/** By halves: there may be very many. */
function nextAfter(start: number, all: readonly number[]): number | undefined {
  let low = 0;
  let high = all.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((all[middle] as number) <= start) low = middle + 1;
    else high = middle;
  }
  return all[low];
}

function placeInTable(written: string, spot: Spot, list: TableList): number {
  const path = spot.path.slice(3);
  // Asked for every rule there is, where a layout is rare.
  if (path.length === 0 && spot.part === 'key') return written.indexOf('[');
  return tomlLocator(wholeLines(written))({ ...spot, path: ['permissions', list, 0, ...path] });
}

function wholeLines(text: string): string {
  return text.slice(0, text.lastIndexOf('\n') + 1);
}
