import type { QuickLines, WantedLines } from './syntax.ts';

/**
 * The lines of rules, settings and tests in the layout nearly every file has: a `[permissions]` table, `[[permissions.rules]]` and
 * `[[permissions.tests]]` headers.
 * Null whenever anything is written another way.
 */
export function quickTomlLines(text: string, { rules, keys, tests }: WantedLines): QuickLines | null {
  const headers = tableHeaders(text, 'rules', rules);
  const testHeaders = tests === 0 ? NO_HEADERS : tableHeaders(text, 'tests', tests);
  if (headers === null || testHeaders === null) return null;
  const table = permissionsBody(text);
  const keyLines: number[] = [];
  for (const key of keys) {
    const line = table === null ? null : keyLine(text, table, key);
    if (line === null) return null;
    keyLines.push(line);
  }
  return { rules: headers.lines, keys: keyLines, tests: testHeaders.lines };
}

/** The lists below `permissions` that are written as tables. */
export type TableList = 'rules' | 'tests';

/** The line of each header, and the offset at which that line starts. */
export type TableHeaders = { readonly lines: readonly number[]; readonly starts: readonly number[] };

/**
 * Every `[[permissions.LIST]]`; null when there are not exactly `count` of them. A line that starts like such a header is one, or it
 * stands inside a multi-line text; if so, some other line must hold a rule, and none can that is not odd.
 */
export function tableHeaders(text: string, list: TableList, count: number): TableHeaders | null {
  if (hasMultilineText(text) && ODD_LINE.test(text)) return null;
  const lines: number[] = [];
  const starts: number[] = [];
  let line = 1;
  let start = 0;
  const header = HEADERS[list];
  header.lastIndex = 0;
  while (header.test(text)) {
    const end = header.lastIndex;
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
export function tableStarts(text: string, list: TableList): readonly number[] | null {
  if (hasMultilineText(text) || ODD_LINE.test(text)) return null;
  const starts = Array.from(text.matchAll(HEADERS[list]), ({ index }) => index);
  return starts.length === 0 ? null : starts;
}

function hasMultilineText(text: string): boolean {
  return text.includes('"""') || text.includes("'''");
}

/** Another way to write a header or a setting: quoted, dotted, or inline. */
const ODD_LINE = /^[ \t]*(?:\[[^\]\n]*["']|["']|permissions[ \t]*[.=]|(?:rules|tests)[ \t]*=)/m;
const HEADERS: Readonly<Record<TableList, RegExp>> = {
  rules: /^[ \t]*\[\[[ \t]*permissions[ \t]*\.[ \t]*rules[ \t]*\]\]/gm,
  tests: /^[ \t]*\[\[[ \t]*permissions[ \t]*\.[ \t]*tests[ \t]*\]\]/gm,
};
const NO_HEADERS: TableHeaders = { lines: [], starts: [] };
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
