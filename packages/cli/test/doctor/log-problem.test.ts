import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { logProblem } from '../../src/doctor/log-problem.ts';

describe('whether the decision log can be written', () => {
  const root = mkdtempSync(join(tmpdir(), 'caliban-log-problem-'));
  beforeAll(() => {
    mkdirSync(join(root, 'directory'));
    writeFileSync(join(root, 'file'), '');
  });
  afterAll(() => rmSync(root, { recursive: true }));

  test.each([
    ['file', null],
    ['directory/not-there-yet', null],
    ['no/such/directory/log', null],
    ['directory', 'a directory is in its place'],
    ['file/log', 'a part of the path is not a directory'],
    ['file/deeper/log', 'a part of the path is not a directory'],
  ])('%s: %s', (name, problem) => {
    expect(logProblem(join(root, name))).toBe(problem);
  });
});
