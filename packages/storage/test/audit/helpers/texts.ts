import fc from 'fast-check';

/** Any text, also one that is no good Unicode, and often with what JSON escapes or the redaction looks for in it. */
export const anyText: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: fc.string({ maxLength: 12 }) },
      fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
      fc.constantFrom('"', '\\', '\n', '\u0000', '\u007f', '\u2028', '\ud800', '\udc00', '👍', '…', 'é'),
      fc.constantFrom('--token ', 'PASSWORD=', 'ghp_', 'aB3dE5gH7jK9mN1pQ', '://', 'me:pw@', ' -p', 'curl ', 'Bearer '),
    ),
    { maxLength: 8 },
  )
  .map((pieces) => pieces.join(''));
