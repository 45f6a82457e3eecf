import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ambiguousNumberAmong, ambiguousNumberIn, ambiguousNumberProblem } from '../../src/text/ambiguous-number.ts';

describe('a number that not everybody reads alike', () => {
  test.each([
    ['{"to":9007199254740993}', '9007199254740993', 9007199254740992],
    ['{"to":9007199254740992}', '9007199254740992', 9007199254740992],
    ['{"to":-123456789012345678}', '-123456789012345678', -123456789012345680],
    ['{"a":[{"b":[1, 12345678901234567890 ]}]}', '12345678901234567890', 12345678901234567000],
    ['[9007199254740993.0]', '9007199254740993.0', 9007199254740992],
    ['9007199254740993', '9007199254740993', 9007199254740992],
    ['{"n":1e21}', '1e21', 1e21],
    ['{"n":1E400}', '1E400', Infinity],
    ['{"n":-1e400}', '-1e400', -Infinity],
    // What was written for a fraction is gone once it is read.
    ['{"n":0.99999999999999999999}', '0.99999999999999999999', null],
    ['{"n":0.30000000000000000001}', '0.30000000000000000001', null],
    ['{"n":1.00000000000000000001}', '1.00000000000000000001', null],
    ['{"n":1e-400}', '1e-400', null],
    [`{"n":0.${'0'.repeat(100_000)}1}`, `0.${'0'.repeat(100_000)}1`, null],
  ])('%.50s', (json, written, read) => {
    expect(ambiguousNumberIn(json)).toBe(written);
    expect(ambiguousNumberAmong(JSON.parse(json))).toBe(read);
  });

  test.each([
    ['{"n":0}'],
    ['{"n":-0}'],
    ['{"n":-0.0e5}'],
    ['{"n":1.0}'],
    ['{"n":1e2,"m":1.5E+3,"o":25e-1}'],
    ['{"n":9007199254740991,"m":-9007199254740991}'],
    ['{"n":1.0000000000000000000000}'],
    ['{"n":0.1234567890123456,"m":1718000000.1234567,"o":5e-324}'],
    ['{"text":"9007199254740993, 1e400 \\": 9007199254740993"}'],
    ['{"9007199254740993":"1e400"}'],
    ['{"id":"5e-4444", "x":[true,null,"\\\\"]}'],
  ])('%s holds none', (json) => {
    expect([ambiguousNumberIn(json), ambiguousNumberAmong(JSON.parse(json))]).toEqual([null, null]);
  });

  test('whatever prints as it is read is none', () => {
    const double = fc.double({ noNaN: true, noDefaultInfinity: true });
    const safe = double.filter((number) => !Number.isInteger(number) || Number.isSafeInteger(number));
    fc.assert(
      fc.property(fc.array(fc.oneof(safe, fc.maxSafeInteger(), fc.string())), (values) => {
        expect(ambiguousNumberIn(JSON.stringify(values))).toBe(null);
      }),
    );
  });
});

test.each([
  ['9007199254740993', 'the number `9007199254740993`'],
  ['1e400', 'the number `1e400`'],
  [90071992547409936, 'a number of about 9.01e+16'],
  [-1.5e21, 'a number of about -1.50e+21'],
  [Infinity, 'a number beyond 1.8e+308'],
])('%s is told of without digits that nobody wrote', (number, which) => {
  expect(ambiguousNumberProblem(number)).toBe(`${which} can be read in two ways; it would have to be a text`);
});
