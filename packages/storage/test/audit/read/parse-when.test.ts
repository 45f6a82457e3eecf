import { expect, test } from 'vitest';
import { parseWhen } from '../../../src/audit/read/parse-when.ts';

const NOW = Date.parse('2026-11-15T12:00:00Z');

test.each([
  ['2h', '2026-11-15T10:00:00.000Z'],
  ['3d', '2026-11-12T12:00:00.000Z'],
  ['45m', '2026-11-15T11:15:00.000Z'],
  ['1w', '2026-11-08T12:00:00.000Z'],
  ['30s', '2026-11-15T11:59:30.000Z'],
  ['0m', '2026-11-15T12:00:00.000Z'],
  ['2026-11-15T09:30:00Z', '2026-11-15T09:30:00.000Z'],
  ['2026-11-15t09:30:00.25z', '2026-11-15T09:30:00.250Z'],
  ['2026-11-15 09:30:00+02:00', '2026-11-15T07:30:00.000Z'],
  ['2026-11-15', '2026-11-15T00:00:00.000Z'],
])('%s', (text, expected) => {
  expect(parseWhen(text, NOW)).toEqual({ ok: true, value: Date.parse(expected) });
});

test.each([
  '',
  '2',
  'h',
  '2 h',
  '-2h',
  '2y',
  '1.5h',
  'yesterday',
  '2026-02-30',
  '2026-11-15T25:00:00Z',
  '2026-11-15T09:30',
  '999999999w',
])('`%s` is no time', (text) => {
  expect(parseWhen(text, NOW)).toEqual({
    ok: false,
    error: `no such time: \`${text}\`; write one like \`2h\`, \`3d\`, \`45m\`, \`1w\`, \`2026-11-15\` or \`2026-11-15T09:30:00Z\``,
  });
});
