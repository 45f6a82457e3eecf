import fc from 'fast-check';
import { parse } from 'smol-toml';
import { describe, expect, test } from 'vitest';
import { plainToml } from '../../src/rules/plain-toml.ts';

const RULE = '[[permissions.rules]]\npattern = "Bash:ls *"\naction = "allow"\n';

describe('reads', () => {
  test.each([
    ['a rule', RULE],
    ['without a last line end', RULE.trimEnd()],
    ['blank lines and comments', `# mine\n\n${RULE}\n# "x" = [\n\n${RULE}#`],
    ['lines that end as on Windows', RULE.replaceAll('\n', '\r\n')],
    ['a rule with nothing in it', '[[permissions.rules]]\n'],
    ['tests', `${RULE}[[permissions.tests]]\ncall = "Bash:ls"\nexpect = "allow"\nrule = "Bash"\n`],
    ['tests alone', '[[permissions.tests]]\ncall = "Bash:ls"\n'],
    ['every field', `${RULE}comment = "ü\t'"\nreason = ""\nexpires_at = "2027-01-01T00:00:00Z"\n`],
  ])('%s', (_, text) => {
    expect(plainToml(text)).toEqual(plain(parse(text)));
  });
});

describe('leaves to the parser', () => {
  test.each([
    ['nothing at all', ''],
    ['a file of comments', '# none\n'],
    ['a setting', `[permissions]\ndefault_mode = "default"\n${RULE}`],
    ['a field above every rule', `action = "allow"\n${RULE}`],
    ['a field that stands twice', `${RULE}action = "deny"\n`],
    ['an unknown field', `${RULE}note = "x"\n`],
    ['a field named like what every object has', `${RULE}__proto__ = "x"\n`],
    ['an escape', '[[permissions.rules]]\npattern = "Bash:\\u0041"\n'],
    ['a quote of another kind', "[[permissions.rules]]\npattern = 'Bash'\n"],
    ['text of several lines', '[[permissions.rules]]\npattern = """Bash"""\n'],
    ['text that does not end', '[[permissions.rules]]\npattern = "Bash\naction = "allow"\n'],
    ['a control character', '[[permissions.rules]]\npattern = "Bash\u0007"\n'],
    ['a control character in a comment', `# \u007f\n${RULE}`],
    ['a line end without its other half', `${RULE}\r`],
    ['something behind a value', `${RULE}comment = "x" # y\n`],
    ['a header of another kind', '[permissions.rules]\npattern = "Bash"\n'],
    ['a byte order mark', `\ufeff${RULE}`],
  ])('%s', (_, text) => {
    expect(plainToml(text)).toBeNull();
  });
});

test('says what the parser says, or nothing', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: 'binary', maxLength: 4 })), { maxLength: 20 }),
      (pieces) => {
        const text = pieces.join('');
        const read = plainToml(text);
        if (read !== null) expect(read).toEqual(plain(parse(text)));
      },
    ),
    { numRuns: 2_000 },
  );
});

const PIECES = [
  '[[permissions.rules]]',
  '[[permissions.tests]]',
  'call = "x"',
  '[[permissions.rules]]\n',
  'pattern = "Bash:ls"\n',
  'action = "',
  'deny',
  '"',
  '\n',
  '\r\n',
  '\r',
  '# x',
  ' ',
  '\\',
  '\u0007',
  '\t',
  '\u{1f600}',
  'reason = ""\n',
];

function plain(document: unknown): unknown {
  return JSON.parse(JSON.stringify(document));
}
