import type { Result } from '@caliban/calls';
import { fail, ok } from '@caliban/calls/types';
import { formatPattern } from '@caliban/gate';
import type { Finding, Path } from '../../documents/places.ts';
import { isTable, kindOf, type Table } from '../../documents/table.ts';
import { checkEntry } from '../read/check-entry.ts';
import { collectEntries, permissionsTable } from '../read/collect-entries.ts';
import { TESTS_KEY } from '../read/collect-tests.ts';
import type { ImportedPattern } from './import-rule.ts';
import type { ImportProblem, NotCarriedOver } from './imported.ts';
import type { Reading } from './reading.ts';

type LineOf = (path: Path) => number | undefined;

/**
 * Caliban's own forms: the canonical list, the buckets, version 1, and the list that `export` writes. Half a policy isn't
 * imported.
 */
export function readCaliban(document: unknown, lineOf: LineOf): Result<Reading, ImportProblem> {
  const exported = Array.isArray(document);
  const table: unknown = exported ? { permissions: { rules: document } } : document;
  if (!isTable(table)) return fail({ message: `the file has ${kindOf(document)}; write rules`, line: 1 });
  const { entries, errors: unreadable } = collectEntries(table, { v1: true });
  const errors: Finding[] = [...unreadable];
  const rules = entries.flatMap((entry): ImportedPattern[] => {
    const checked = checkEntry(entry, errors);
    return checked === null ? [] : [{ rule: { ...checked, pattern: formatPattern(checked.pattern) }, widened: false }];
  });
  const [first] = errors;
  if (first !== undefined) {
    const { path } = first.spot;
    return fail({ message: first.message, ...placed(lineOf(exported ? path.slice(2) : path)) });
  }
  return ok({
    rules,
    notCarriedOver: otherSettings(table, lineOf),
    notices: rules.length === 0 ? ['the file has no rules'] : [],
  });
}

function otherSettings(table: Table, lineOf: LineOf): readonly NotCarriedOver[] {
  return Object.keys(permissionsTable(table))
    .filter((key) => !LISTS.has(key))
    .map((key) => ({
      what: `permissions.${key}`,
      why: key === TESTS_KEY ? 'rules are imported, tests are not; copy them to that file' : SETTING_STAYS,
      ...placed(lineOf(['permissions', key])),
    }));
}

const SETTING_STAYS = 'rules are imported, settings are not; write it in the file where it should apply';

const LISTS: ReadonlySet<string> = new Set(['rules', 'allow', 'ask', 'deny']);

function placed(line: number | undefined): { line?: number } {
  return line === undefined ? {} : { line };
}
