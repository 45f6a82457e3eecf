import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { QUESTIONS, type Question } from './questions.ts';
import { savedResults } from './results.ts';
import { behindList, lineTable, summaryTable } from './tables.ts';

const ROOT = new URL('../../', import.meta.url);

/** Set by whoever wants the tables written instead of compared. */
const WRITING = process.env.CALIBAN_RECORD === '1';

describe.each(QUESTIONS.map((question) => [question.name, question] as const))('%s', (name, question) => {
  test('every line does in bash what it is there for', () => {
    expect(runInBash(question)).toEqual(question.lines);
  });

  test('the results speak of these lines only', () => {
    const lines = Object.values(savedResults().ran).flatMap((ran) => ran[name]);
    expect(lines.filter((line) => !question.lines.includes(line))).toEqual([]);
  });

  test('docs/comparison.md shows line by line what the results say', () => {
    holdAgainst('docs/comparison.md', name, lineTable(question));
  });
});

test('the table of the README is what the results and the benchmarks say', async () => {
  const table = await summaryTable();
  expect(table).not.toMatch(/undefined|NaN/);
  holdAgainst('README.md', 'comparison', table);
});

test('the README says where another is ahead', () => {
  holdAgainst('README.md', 'behind', behindList());
});

test('docs/comparison.md gives the day of the results', () => {
  expect(readFileSync(new URL('docs/comparison.md', ROOT), 'utf8')).toContain(savedResults().date);
});

/** What stands between `<!-- name -->` and `<!-- end -->`; `CALIBAN_RECORD=1` puts it there. */
function holdAgainst(file: string, name: string, table: string): void {
  const path = new URL(file, ROOT);
  const text = readFileSync(path, 'utf8');
  const [before, rest = ''] = text.split(`<!-- ${name} -->\n`);
  const [shown, ...after] = rest.split('<!-- end -->');
  if (WRITING && after.length > 0)
    writeFileSync(path, `${before}<!-- ${name} -->\n\n${table}\n\n<!-- end -->${after.join('<!-- end -->')}`);
  else expect(shown?.trim()).toBe(table);
}

function runInBash({ lines, effect }: Question): readonly string[] {
  const directory = mkdtempSync(join(tmpdir(), 'caliban-comparison-'));
  const file = (index: number) => join(directory, `file-${index}`);
  try {
    if (effect === 'removes') for (const index of lines.keys()) writeFileSync(file(index), '');
    for (const [index, line] of lines.entries())
      spawnSync('bash', ['-c', `${line.replaceAll('FILE', `file-${index}`)}\nwait`], { cwd: directory });
    return lines.filter((_, index) => existsSync(file(index)) === (effect === 'makes'));
  } finally {
    rmSync(directory, { recursive: true });
  }
}
