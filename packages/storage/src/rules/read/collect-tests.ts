import type { Finding, Path } from '../../documents/places.ts';
import { isTable, kindOf, type Table } from '../../documents/table.ts';
import { type CheckedTest, checkTest } from './check-test.ts';
import { permissionsTable } from './collect-entries.ts';

/** A test of a file, and its path in the document. */
export type TestEntry = { readonly test: CheckedTest; readonly path: Path };

/** The key of the list in `permissions`. */
export const TESTS_KEY = 'tests';

/** The `[[permissions.tests]]` of a document. */
export function collectTests(document: Table, errors: Finding[]): readonly TestEntry[] {
  const list = permissionsTable(document)[TESTS_KEY];
  const path: Path = ['permissions', TESTS_KEY];
  if (list === undefined) return [];
  if (!Array.isArray(list)) {
    const message = isTable(list)
      ? '`permissions.tests` is one table; write `[[permissions.tests]]` with double brackets above each test'
      : `\`permissions.tests\` is ${kindOf(list)}; write \`[[permissions.tests]]\` above each test`;
    errors.push({ spot: { path, part: 'key' }, message });
    return [];
  }
  return list.flatMap((fields, index) => {
    const test = checkTest(fields, [...path, index], errors);
    return test === null ? [] : [{ test, path: [...path, index] }];
  });
}
