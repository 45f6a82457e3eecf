import { describe, expect, test } from 'vitest';
import { analyseCommandLine } from '../../src/shell/analyse-command-line.ts';
import { CONSTRUCTS } from './constructs.ts';

describe.each(Object.entries(CONSTRUCTS))('%s', (_, constructs) => {
  test.each(constructs.map((construct) => ({ construct })))('$construct.0', ({ construct }) => {
    const [line, names, { writes = [], problem = false } = {}] = construct;
    const { units, redirects, problems } = analyseCommandLine(line);
    expect({
      names: units.map(({ name }) => name),
      writes: redirects.filter(({ access }) => access === 'write').map(({ target }) => target),
      problem: problems.length > 0,
    }).toEqual({ names, writes, problem });
  });
});
