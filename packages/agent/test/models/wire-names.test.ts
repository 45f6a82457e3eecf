import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainId, wireNames } from '../../src/models/sdk/wire-names.ts';

test.each(['Bash', 'mcp__server__tool', 'a-b_C9'])('`%s` stays', (name) => {
  expect(wireNames([name]).toWire(name)).toBe(name);
});

test('any names are accepted by every provider, stay distinct, and are mapped back', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.string({ unit: 'binary', minLength: 1, maxLength: 90 }), { maxLength: 6 }),
      (names) => {
        const { toWire, fromWire } = wireNames(names);
        const sent = names.map(toWire);
        expect(sent.every((name) => /^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/.test(name))).toBe(true);
        expect(new Set(sent).size).toBe(names.length);
        expect(sent.map(fromWire)).toEqual(names);
      },
    ),
    { numRuns: 50 },
  );
});

test('any ids are accepted by strict providers and stay distinct', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string({ unit: 'binary', maxLength: 90 }), { maxLength: 6 }), (ids) => {
      const sent = ids.map(plainId);
      expect(sent.every((id) => /^[a-zA-Z0-9_-]{1,64}$/.test(id))).toBe(true);
      expect(new Set(sent).size).toBe(ids.length);
    }),
    { numRuns: 50 },
  );
});
