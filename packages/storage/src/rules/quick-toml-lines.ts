import type { QuickLines, WantedLines } from './syntax.ts';

/**
 * The lines of rules and settings in the layout nearly every file has: a `[permissions]` table and `[[permissions.rules]]` headers.
 * Null whenever anything is written another way.
 */
export function quickTomlLines(text: string, { rules, keys }: WantedLines): QuickLines | null {
  const headers = ruleHeaders(text, rules);
  if (headers === null) return null;
  const table = permissionsBody(text);
  const keyLines: number[] = [];
  for (const key of keys) {
    const line = table === null ? null : keyLine(text, table, key);
    if (line === null) return null;
    keyLines.push(line);
  }
  return { rules: headers.lines, keys: keyLines };
}

/** The line of each header, and the offset at which that line starts. */
export type RuleHeaders = { readonly lines: readonly number[]; readonly starts: readonly number[] };

/**
 * Every `[[permissions.rules]]`; null when there are not exactly `count` of them. A line that starts like such a header is one, or it
 * stands inside a multi-line text; if so, some other line must hold a rule, and none can that is not odd.
 */
export function ruleHeaders(text: string, count: number): RuleHeaders | null {
  if (hasMultilineText(text) && ODD_LINE.test(text)) return null;
  const lines: number[] = [];
  const starts: number[] = [];
  let line = 1;
  let start = 0;
  RULE_HEADER.lastIndex = 0;
  while (RULE_HEADER.test(text)) {
    const end = RULE_HEADER.lastIndex;
    for (let next = text.indexOf('\n', start) + 1; next > 0 && next < end; next = text.indexOf('\n', next) + 1) {
      line++;
      start = next;
    }
    lines.push(line);
    starts.push(start);
  }
  return lines.length === count ? { lines, starts } : null;
}

/** The same without a count to hold them against, so where nothing at all is odd; null where there is none. */
export function ruleStarts(text: string): readonly number[] | null {
  if (hasMultilineText(text) || ODD_LINE.test(text)) return null;
  const starts = Array.from(text.matchAll(RULE_HEADER), ({ index }) => index);
  return starts.length === 0 ? null : starts;
}

function hasMultilineText(text: string): boolean {
  return text.includes('"""') || text.includes("'''");
}

/** Another way to write a header or a setting: quoted, dotted, or inline. */
const ODD_LINE = /^[ \t]*(?:\[[^\]\n]*["']|["']|permissions[ \t]*[.=]|rules[ \t]*=)/m;
const RULE_HEADER = /^[ \t]*\[\[[ \t]*permissions[ \t]*\.[ \t]*rules[ \t]*\]\]/gm;
const TABLE_HEADER = /^[ \t]*\[[ \t]*permissions[ \t]*\][^\n]*$/gm;

type Stretch = { readonly start: number; readonly end: number };

/** From the `[permissions]` line to the next line that starts with a bracket. */
function permissionsBody(text: string): Stretch | null {
  const [header, another] = text.matchAll(TABLE_HEADER);
  if (header === undefined || another !== undefined) return null;
  const start = header.index + header[0].length;
  const next = /^[ \t]*\[/m.exec(text.slice(start));
  return { start, end: next === null ? text.length : start + next.index };
}

function keyLine(text: string, { start, end }: Stretch, key: string): number | null {
  const match = new RegExp(`^[ \\t]*${key}[ \\t]*=`, 'm').exec(text.slice(start, end));
  return match === null ? null : text.slice(0, start + match.index).split('\n').length;
}
