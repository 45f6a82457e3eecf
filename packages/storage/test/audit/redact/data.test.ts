import { type Alphabet, ANY_HINT, tokenShapes, writtenShapes } from '@caliban/calls/text';
import { describe, expect, test } from 'vitest';
import { TOOL_FLAGS } from '../../../src/audit/redact/data/tool-flags.ts';
import { redact } from '../../../src/audit/redact/redact.ts';

const ALPHABETS: Readonly<Record<Alphabet, string>> = {
  alnum: 'aB3dE5gH7jK9mN1pQ',
  upper: 'AB3DE5GH7JK9MN1PQ',
  hex: '0123456789abcdef',
  word: 'aB3dE5_H7jK9-N1pQ',
  base64: 'aB3dE5+H7jK9/N1pQ',
  dotted: 'aB3dE5.H7jK9-N1pQ',
};

const sample = (alphabet: Alphabet, length: number) =>
  Array.from({ length }, (_, index) => ALPHABETS[alphabet][(index * 5) % ALPHABETS[alphabet].length]).join('');

describe('every shape', () => {
  const rows = Object.entries(tokenShapes()).flatMap(([name, { prefixes, alphabet, atLeast }]) =>
    prefixes.map((prefix) => [name, prefix, alphabet, atLeast] as const),
  );
  test.each(rows)('%s: %s', (_, prefix, alphabet, atLeast) => {
    const token = prefix + sample(alphabet, atLeast);
    expect(redact(`a ${token} b`)).toEqual({ text: `a ${prefix}…redacted b`, secrets: [token] });
    const short = prefix + sample(alphabet, atLeast - 1);
    expect(redact(`a ${short} b`).text).toBe(`a ${short} b`);
    expect(redact(`a x${token} b`).text).toBe(`a x${token} b`);
  });
});

test.each(Object.entries(writtenShapes()))('the hint of every other shape is looked for: %s', (_, { hint }) => {
  expect(`a ${hint}b`).toMatch(ANY_HINT);
});

describe('every flag of a program', () => {
  const rows = TOOL_FLAGS.flatMap(({ tools, flags, value, after, under }) =>
    tools.flatMap((tool) => flags.map((flag) => [tool, flag, value, after ?? '', under ?? ''] as const)),
  );
  test.each(rows)('%s %s', (tool, flag, value, after, under) => {
    const owner = after.endsWith('pass:') || after === '' ? after : `me${after}`;
    const joint = value === 'attached' ? '' : ' ';
    const rest = value === 'last' ? '; more' : ' more';
    const command = (secret: string) => `${tool} ${under} ${flag}${joint}${owner}${secret}${rest}`;
    expect(redact(command('hunter2')).text).toBe(command('…redacted'));
    expect(redact(`cat ${tool}.txt ${flag}${joint}${owner}hunter2`).secrets).toEqual([]);
  });
});
