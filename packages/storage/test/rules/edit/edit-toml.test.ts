import { describe, expect, test } from 'vitest';
import { convertLegacy } from '../../../src/rules/edit/convert-legacy.ts';
import type { RuleEdit } from '../../../src/rules/edit/rule-edit.ts';
import { change, edited, insert, insertAll, move, remove } from '../../helpers/rule-edits.ts';
import { lines } from '../../helpers/rule-text.ts';

const NEW = ['[[permissions.rules]]', 'pattern = "New"', 'action = "ask"'];
const NEWER = ['[[permissions.rules]]', 'pattern = "Newer"', 'action = "ask"'];

const HEAD = ['# The policy of the team.', '', '[permissions]', 'enforce   = false   # for now', ''];
const GIT = [
  '# git is fine',
  '  # all of it',
  '[[permissions.rules]] # one',
  'pattern = "Bash:git *"',
  "action  =  'allow'  # yes",
];
const RM = [
  '[[permissions.rules]]',
  '# inside',
  'pattern = "Bash:~rm *"',
  'action = "deny"',
  'reason = """',
  'not',
  '# a comment',
  '"""',
];
const READ = ['# reading', '[[permissions.rules]]', 'pattern = "Read"', 'action = "allow"'];
const TAIL = ['', '# floating', '', '# about hooks', '[hooks]', 'x = [ 1,', '2 ]'];
const FILE = lines(...HEAD, ...GIT, '', ...RM, '# below rm', '', ...READ, ...TAIL);

describe('tables', () => {
  test.each<[string, RuleEdit, string]>([
    ['insert at the top', insert(0), lines(...HEAD, ...NEW, '', ...GIT, '', ...RM, '# below rm', '', ...READ, ...TAIL)],
    ['insert between', insert(1), lines(...HEAD, ...GIT, '', ...NEW, '', ...RM, '# below rm', '', ...READ, ...TAIL)],
    [
      'insert at the bottom',
      insert(3),
      lines(...HEAD, ...GIT, '', ...RM, '# below rm', '', ...READ, '', ...NEW, ...TAIL),
    ],
    [
      'insert several',
      insertAll(1, 'New', 'Newer'),
      lines(...HEAD, ...GIT, '', ...NEW, '', ...NEWER, '', ...RM, '# below rm', '', ...READ, ...TAIL),
    ],
    [
      'insert several at the bottom',
      insertAll(3, 'New', 'Newer'),
      lines(...HEAD, ...GIT, '', ...RM, '# below rm', '', ...READ, '', ...NEW, '', ...NEWER, ...TAIL),
    ],
    ['remove the first', remove(0), lines(...HEAD, ...RM, '# below rm', '', ...READ, ...TAIL)],
    ['remove one that has a remark below', remove(1), lines(...HEAD, ...GIT, '', '# below rm', '', ...READ, ...TAIL)],
    ['remove the last', remove(2), lines(...HEAD, ...GIT, '', ...RM, '# below rm', ...TAIL)],
    ['move down', move(0, 2), lines(...HEAD, ...RM, '# below rm', '', ...READ, '', ...GIT, ...TAIL)],
    ['move up', move(2, 0), lines(...HEAD, ...READ, '', ...GIT, '', ...RM, '# below rm', ...TAIL)],
    ['replace a value', change(0, { action: 'deny' }), FILE.replace("'allow'  # yes", '"deny"  # yes')],
    ['add a field', change(0, { comment: 'x' }), FILE.replace("'allow'  # yes\n", '\'allow\'  # yes\ncomment = "x"\n')],
    ['take a field away', change(1, { reason: null }), FILE.replace('reason = """\nnot\n# a comment\n"""\n', '')],
    [
      'several at once',
      change(1, { pattern: 'Bash', action: 'ask', reason: null, comment: 'c' }),
      FILE.replace('"Bash:~rm *"', '"Bash"').replace(
        '"deny"\nreason = """\nnot\n# a comment\n"""\n',
        '"ask"\ncomment = "c"\n',
      ),
    ],
    ['nothing to take away', change(0, { reason: null }), FILE],
  ])('%s', (_, edit, expected) => {
    expect(edited(FILE, edit)).toBe(expected);
    expect(edited(FILE.replaceAll('\n', '\r\n'), edit)).toBe(expected.replaceAll('\n', '\r\n'));
    expect(edited(`\ufeff${FILE}`, edit)).toBe(`\ufeff${expected}`);
  });

  test.each([
    ['an empty file', '', lines(...NEW)],
    ['comments only', '# mine', lines('# mine', '', ...NEW)],
    ['no rules yet', '[permissions]\nenforce = true\n', lines('[permissions]', 'enforce = true', '', ...NEW)],
    ['other tables only', '[hooks]\nx = 1\n\n', lines('[hooks]', 'x = 1', '', ...NEW)],
    ['no line end at the end', READ.join('\n'), lines(...READ, '', ...NEW)],
    ['blank lines at the end', lines(...READ, '', ''), lines(...READ, '', ...NEW, '', '')],
    ['no blank lines between rules', lines(...READ, ...RM), lines(...READ, ...RM, ...NEW)],
    ['a table right below', lines(...READ, '[hooks]'), lines(...READ, '', ...NEW, '', '[hooks]')],
    [
      'a commented table right below',
      lines(...READ, '# h', '[hooks]'),
      lines(...READ, '', ...NEW, '', '# h', '[hooks]'),
    ],
    ['settings as dotted keys', 'permissions.enforce = true\n', lines('permissions.enforce = true', '', ...NEW)],
    [
      'settings as an inline table',
      'permissions = { enforce = true } # x\n',
      'permissions = { enforce = true, rules = [ { pattern = "New", action = "ask" } ] } # x\n',
    ],
    [
      'an empty inline table',
      'permissions = {}\n',
      'permissions = { rules = [ { pattern = "New", action = "ask" } ] }\n',
    ],
    [
      'an empty list',
      '[permissions]\nrules = []\n',
      '[permissions]\nrules = [ { pattern = "New", action = "ask" } ]\n',
    ],
  ])('append to %s', (_, text, expected) => {
    const count = [...text.matchAll(/^pattern/gm)].length;
    expect(edited(text, insert(count))).toBe(expected);
  });

  test.each([
    ['what was appended', lines(...HEAD, ...GIT)],
    ['what was appended above another table', FILE],
    ['what was appended without blank lines', lines(...READ, ...RM)],
    ['what was appended below a remark', lines(...READ, ...RM, '# below rm')],
    ['what was appended below a remark, above another table', lines(...READ, ...RM, '# below rm', '', '[hooks]')],
    ...['[[permissions."rules"]]', '[[ permissions . rules ]]'].map((header) => [
      `what was appended below a remark and ${header}`,
      lines(...READ, ...READ, '# below').replaceAll('[[permissions.rules]]', header),
    ]),
    ['what was put into an empty list with a remark', 'permissions.rules = [ # keep sorted\n]\n'],
    ['what was put into an empty list with two', 'permissions.rules = [ # keep sorted\n  # really\n]\n'],
  ])('removing %s restores the text', (_, text) => {
    const count = [...text.matchAll(/^pattern/gm)].length;
    expect(edited(edited(text, insert(count)), remove(count))).toBe(text);
    expect(edited(edited(text, insert(0)), remove(0))).toBe(text);
  });

  test('the last rule goes and leaves the rest', () => {
    expect(edited(lines(...HEAD, ...GIT), remove(0))).toBe(lines(...HEAD.slice(0, -1)));
    expect(edited(lines(...READ), remove(0))).toBe('');
  });
});

describe('`tool` becomes `pattern` where the pattern is changed, and only there', () => {
  test.each([
    [change(0, { pattern: 'Read' }), '[[permissions.rules]]\npattern = "Read"\naction = "ask"\n'],
    [change(0, { action: 'deny' }), '[[permissions.rules]]\ntool = "Bash"\naction = "deny"\n'],
  ])('%j', (edit, expected) => {
    expect(edited('[[permissions.rules]]\ntool = "Bash"\naction = "ask"\n', edit)).toBe(expected);
  });
});

describe('a file in an outdated form', () => {
  test('becomes canonical on the first edit', () => {
    expect(edited('[permissions]\nallow = ["Read"] # r\n', insert(1))).toBe(
      lines('[permissions]', '', '[[permissions.rules]]', 'pattern = "Read" # r', 'action = "allow"', '', ...NEW),
    );
  });

  test.each([FILE, FILE.replaceAll('\n', '\r\n')])('once canonical, it stays as it is', (text) => {
    expect(convertLegacy(text)).toBe(text);
  });
});

describe('texts are escaped', () => {
  test.each([
    ['Bash:git *', '"Bash:git *"'],
    ['Bash:echo \\* "x"', `'Bash:echo \\* "x"'`],
    [`Bash:echo 'a' "b" \\`, `"Bash:echo 'a' \\"b\\" \\\\"`],
    ['Bash:a\nb\tc\u0000\u007f', '"Bash:a\\nb\\tc\\u0000\\u007F"'],
    ['Bash:"\u0001', '"Bash:\\"\\u0001"'],
    ['Bash:zö✓🙂', '"Bash:zö✓🙂"'],
    ['Bash:\u202ex\u200b', '"Bash:\\u202Ex\\u200B"'],
    ['Bash:\u{e0001}', '"Bash:\\U000E0001"'],
  ])('%j', (pattern, written) => {
    expect(edited('', insert(0, pattern))).toBe(
      lines('[[permissions.rules]]', `pattern = ${written}`, 'action = "ask"'),
    );
  });
});

describe('what cannot be done is refused', () => {
  test.each<[string, string, RuleEdit, string]>([
    ['no such rule', lines(...READ), remove(1), 'no-such-rule: there is no position 2 among 1 rules'],
    ['no such place', lines(...READ), insert(3), 'no-such-rule: there is no position 4 among 1 rules'],
    [
      'half a character',
      '',
      insert(0, 'Bash:\ud800'),
      'not-writable: `pattern` contains half a character, which cannot be written to a file; remove it',
    ],
    [
      'broken TOML',
      '[permissions',
      insert(0),
      'does-not-load: not valid TOML: incomplete key-value: cannot find end of key; write `key = value`',
    ],
    [
      'a file with errors',
      '[[permissions.rules]]\npattern = "A"\n',
      insert(0),
      'does-not-load: the rule has no action; write `action = "allow"`, `"deny"` or `"ask"`',
    ],
    [
      'a rule that would not load',
      lines(...READ),
      insert(0, 'Bash:'),
      'refused: the file is written in a way that cannot be edited without touching something else; edit it by hand, or start from what `caliban perms export` prints',
    ],
    [
      'old tables below new ones',
      lines(...READ, '[[rule]]', 'tool = "A"', 'action = "ask"'),
      insert(0),
      'refused: the file is written in a way that cannot be edited without touching something else; edit it by hand, or start from what `caliban perms export` prints',
    ],
  ])('%s', (_, text, edit, problem) => {
    expect(edited(text, edit)).toBe(problem);
  });
});
