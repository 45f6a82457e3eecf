import fc from 'fast-check';
import { parse } from 'smol-toml';
import { describe, expect, test } from 'vitest';
import { parseToml } from '../../src/documents/toml.ts';
import { readTomlTree } from '../../src/documents/toml-tree.ts';

const RULE = '[[permissions.rules]]\npattern = "Bash:ls *"\naction = "allow"\n';

describe('reads without smol-toml', () => {
  test.each([
    ['nothing', ''],
    ['a rule', RULE],
    ['without a last line end', RULE.trimEnd()],
    ['blank lines and comments', `# mine\n\n${RULE}\n# "x" = [\n\n${RULE}#`],
    ['lines that end as on Windows', RULE.replaceAll('\n', '\r\n')],
    ['an empty table', '[[permissions.rules]]\n[x]'],
    ['settings', `[permissions]\nenforce = true # x\naudit_keep = 3\n${RULE}`],
    ['a table around tables', '[[a.b]]\nx = "1"\n[a]\ny = "2"\n'],
    ['tables in items', '[[a]]\n[a.b]\nx = "1"\n[[a]]\n[a.b]\nx = "2"\n[[a.c]]\n[[a.c]]\n'],
    ['text of every kind', 'a = \'\\\'\nb = """\n x \\\n y"""\nc = "\\u0041"\nd = [1, { e = "}" }]\n'],
    ['headers of every kind', '[ "a" . b ]\n x = 1\n'],
  ])('%s', (_, text) => {
    expect(plain(readTomlTree(text).table)).toEqual(plain(parse(text)));
  });
});

describe('leaves to smol-toml', () => {
  test.each([
    ['dotted keys', 'a.b = 1'],
    ['a key twice', 'a = "1"\na = "2"'],
    ['a table twice', '[a]\n[a]'],
    ['a table that is a value', 'a = 1\n[a]'],
    ['a list that is a value', 'a = [{}]\n[[a]]'],
    ['a table in a value', 'a = {}\n[a.b]'],
    ['what every object has', '__proto__ = "x"'],
    ['what every object has, as a table', '[constructor]'],
    ['a control character', '# \u0007'],
    ['a line end without its other half', `${RULE}\r`],
    ['something behind a value', 'a = "x" b = "y"'],
    ['something behind a header', '[a] b = "y"'],
    ['a value that is none', 'a = x'],
  ])('%s', (_, text) => {
    const reading = attempt(() => readTomlTree(text));
    expect(reading?.table ?? null).toBeNull();
  });
});

test('says what smol-toml says', () => {
  const seen = { accepted: 0, refused: 0, usual: 0 };
  const piece = fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...PIECES) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 4 }) },
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
      const text = pieces.join('');
      const read = parseToml(text);
      const known = attempt(() => parse(text, { unsafeKeyBehaviour: 'throw' }));
      seen[known === null ? 'refused' : 'accepted']++;
      if (known !== null && attempt(() => readTomlTree(text))?.table) seen.usual++;
      expect(read.ok ? plain(read.value.table) : null).toEqual(plain(known));
    }),
    { numRuns: 5_000 },
  );
  // Both kinds are met, or the test says nothing.
  expect(Object.values(seen).every((count) => count > 300)).toBe(true);
});

const PIECES = [
  ...[
    '[[permissions.rules]]\n',
    '[[permissions.tests]]\n',
    '[permissions]\n',
    '[a]\n',
    '[a.b]\n',
    '[[a]]\n',
    '[[a.b]]\n',
  ],
  ...['[ a . "b" ]\n', '[[a.b.c]]\n', '["constructor"]\n', '[[permissions.rules]]', '[a', ']]'],
  ...['pattern = "Bash:ls"\n', 'action = "deny"\n', 'action = "', 'x = true\n', 'y = 1_000\n', "b = 'x'\n", 'b = {}\n'],
  ...[
    'z = 1979-05-27 07:32:32Z\n',
    'l = [1, "]",\n # ]\n 2]\n',
    't = { a = 1, b.c = "}" }\n',
    'a.b = 1\n',
    '"a" = 1\n',
  ],
  ...[
    'm = """\n[x]\n"""\n',
    "m = '''x''''\n",
    'e = "\\u0041\\n"\n',
    'e = "\\q"\n',
    'b = []\n',
    'a = [{}]\n',
    'n = inf\n',
  ],
  ...['\n', '\r\n', '\r', '# x\n', '#', ' ', '\t', '\\', '"', "'", '=', '\u0007', '\u{1f600}', '\ud800', 'x = nan'],
];

function attempt<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch {
    return null;
  }
}

function plain(document: unknown): unknown {
  return document === null ? null : JSON.parse(JSON.stringify(document, (_, value) => value ?? String(value)));
}
