/** What stands first in `test(`, `describe(` and behind the table of an `each(…)(`. */
const TITLE =
  /(?:\b(?:test|describe)(?:\.\w+)*\(|\)\()\s*(?:'((?:\\.|[^'\\])*)'|"((?:\\.|[^"\\])*)"|`((?:\\.|[^`\\])*)`)/g;

/** The titles of a test file, as they are written. */
export function testTitles(source: string): readonly string[] {
  return Array.from(source.matchAll(TITLE), ([, single, double, template]) => single ?? double ?? template ?? '');
}
