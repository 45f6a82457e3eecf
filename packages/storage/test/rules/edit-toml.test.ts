import { describe, expect, test } from 'vitest';
import { convertLegacy } from '../../src/rules/edit/convert-legacy.ts';
import type { RuleEdit } from '../../src/rules/edit/rule-edit.ts';
import { editToml } from '../helpers/edit-toml.ts';
import { lines } from '../helpers/rule-text.ts';

const insert = (at: number, pattern = 'New'): RuleEdit => ({ kind: 'insert', at, rules: [{ pattern, action: 'ask' }] });
const insertAll = (at: number, ...patterns: readonly string[]): RuleEdit => ({
  kind: 'insert',
  at,
  rules: patterns.map((pattern) => ({ pattern, action: 'ask' })),
});
const remove = (at: number): RuleEdit => ({ kind: 'remove', at });
const move = (from: number, to: number): RuleEdit => ({ kind: 'move', from, to });
const change = (at: number, fields: object): RuleEdit => ({ kind: 'change', at, fields });

const NEW = ['[[permissions.rules]]', 'pattern = "New"', 'action = "ask"'];
const NEWER = ['[[permissions.rules]]', 'pattern = "Newer"', 'action = "ask"'];

function edited(text: string, edit: RuleEdit): string {
  const result = editToml(text, edit);
  return result.ok ? result.value : `${result.error.kind}: ${result.error.message}`;
}

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

const ALLOW = '{ pattern = "Read", action = "allow" }';
const DENY = '{ pattern = \'Bash:rm, *\', action = "deny" }';
const ASK = '{ action = "ask", pattern = "Bash" }';
const N = '{ pattern = "New", action = "ask" }';
const BLOCK = [
  '[permissions]',
  'rules = [ # all of them',
  '  # reading',
  `  ${ALLOW}, # one, two`,
  '',
  `  ${DENY},`,
  `  ${ASK} # no comma`,
  '  # the end',
  ']',
  'enforce = true',
];

describe('lists', () => {
  test.each<[string, string, RuleEdit, string]>([
    [
      'one line: top',
      `permissions.rules = [${ALLOW}, ${ASK}]`,
      insert(0),
      `permissions.rules = [${N}, ${ALLOW}, ${ASK}]`,
    ],
    [
      'one line: between',
      `permissions.rules = [${ALLOW}, ${ASK}]`,
      insert(1),
      `permissions.rules = [${ALLOW}, ${N}, ${ASK}]`,
    ],
    [
      'one line: bottom',
      `permissions.rules = [${ALLOW}, ${ASK}]`,
      insert(2),
      `permissions.rules = [${ALLOW}, ${ASK}, ${N}]`,
    ],
    [
      'one line: after a comma',
      `permissions.rules = [ ${ALLOW}, ]`,
      insert(1),
      `permissions.rules = [ ${ALLOW}, ${N}, ]`,
    ],
    [
      'one line: several',
      `permissions.rules = [${ALLOW}]`,
      insertAll(0, 'New', 'New'),
      `permissions.rules = [${N}, ${N}, ${ALLOW}]`,
    ],
    [
      'one line: several at the bottom',
      `permissions.rules = [${ALLOW}]`,
      insertAll(1, 'New', 'New'),
      `permissions.rules = [${ALLOW}, ${N}, ${N}]`,
    ],
    [
      'one line: several into nothing',
      'permissions.rules = []',
      insertAll(0, 'New', 'New'),
      `permissions.rules = [ ${N}, ${N} ]`,
    ],
    [
      'no list yet: several',
      'permissions = {}',
      insertAll(0, 'New', 'New'),
      `permissions = { rules = [ ${N}, ${N} ] }`,
    ],
    [
      'lines: several',
      lines(...BLOCK),
      insertAll(1, 'New', 'New'),
      lines(...BLOCK.toSpliced(5, 0, `  ${N},`, `  ${N},`)),
    ],
    ['one line: remove the first', `permissions.rules = [${ALLOW}, ${ASK}]`, remove(0), `permissions.rules = [${ASK}]`],
    [
      'one line: remove the last',
      `permissions.rules = [${ALLOW}, ${ASK}]`,
      remove(1),
      `permissions.rules = [${ALLOW}]`,
    ],
    ['one line: remove the only one', `permissions.rules = [${ALLOW}]`, remove(0), 'permissions.rules = []'],
    [
      'one line: move',
      `permissions.rules = [${ALLOW}, ${DENY}, ${ASK}]`,
      move(0, 2),
      `permissions.rules = [${DENY}, ${ASK}, ${ALLOW}]`,
    ],
    ['lines: top', lines(...BLOCK), insert(0), lines(...BLOCK.toSpliced(2, 0, `  ${N},`))],
    ['lines: between', lines(...BLOCK), insert(1), lines(...BLOCK.toSpliced(5, 0, `  ${N},`))],
    ['lines: bottom', lines(...BLOCK), insert(3), lines(...BLOCK.toSpliced(6, 1, `  ${ASK}, # no comma`, `  ${N},`))],
    ['lines: remove with its comments', lines(...BLOCK), remove(0), lines(...BLOCK.toSpliced(2, 2))],
    ['lines: remove the last', lines(...BLOCK), remove(2), lines(...BLOCK.toSpliced(6, 1))],
    [
      'lines: move down with its comments',
      lines(...BLOCK),
      move(0, 2),
      lines(
        ...BLOCK.slice(0, 2),
        ...BLOCK.slice(4, 6),
        `  ${ASK}, # no comma`,
        '  # reading',
        `  ${ALLOW}, # one, two`,
        ...BLOCK.slice(7),
      ),
    ],
    [
      'lines: move up',
      lines(...BLOCK),
      move(2, 0),
      lines(...BLOCK.slice(0, 2), `  ${ASK}, # no comma`, ...BLOCK.slice(2, 6), ...BLOCK.slice(7)),
    ],
    [
      'an empty list over lines',
      'permissions.rules = [ # none\n]\n',
      insert(0),
      `permissions.rules = [\n  ${N}, # none\n]\n`,
    ],
    ['replace a value', lines(...BLOCK), change(1, { action: 'ask' }), lines(...BLOCK).replace('"deny"', '"ask"')],
    [
      'add a field',
      lines(...BLOCK),
      change(1, { reason: 'no' }),
      lines(...BLOCK).replace('"deny" }', '"deny", reason = "no" }'),
    ],
    [
      'take the last field away',
      `permissions.rules = [{pattern="A", action="ask", comment="c"}]`,
      change(0, { comment: null }),
      `permissions.rules = [{pattern="A", action="ask"}]`,
    ],
    [
      'take the first field away',
      `permissions.rules = [{comment="c", pattern="A", action="ask"}]`,
      change(0, { comment: null }),
      `permissions.rules = [{pattern="A", action="ask"}]`,
    ],
  ])('%s', (_, text, edit, expected) => {
    expect(edited(text, edit)).toBe(expected);
    expect(edited(text.replaceAll('\n', '\r\n'), edit)).toBe(expected.replaceAll('\n', '\r\n'));
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

describe('outdated forms become canonical and keep their comments', () => {
  test.each([
    [
      'buckets',
      lines(
        '# the team',
        '',
        '[permissions] # ours',
        'enforce = true',
        '# fine',
        'allow = ["Read", \'Bash:git *\'] # both',
        '',
        '# never',
        'deny = [ # at all',
        '  # deletes',
        '  "Bash:~rm *", # dangerous',
        '',
        '  # network',
        '  "WebFetch",',
        '  # more to come',
        '] # end',
        'audit_keep = 3',
        '',
        '# hooks',
        '[hooks]',
        'x = 1',
      ),
      lines(
        '# the team',
        '',
        '[permissions] # ours',
        'enforce = true',
        '',
        'audit_keep = 3',
        '',
        '# never',
        '# end',
        '',
        '# at all',
        '# deletes',
        '[[permissions.rules]]',
        'pattern = "Bash:~rm *" # dangerous',
        'action = "deny"',
        '',
        '# network',
        '[[permissions.rules]]',
        'pattern = "WebFetch"',
        'action = "deny"',
        '',
        '# more to come',
        '',
        '# fine',
        '# both',
        '',
        '[[permissions.rules]]',
        'pattern = "Read"',
        'action = "allow"',
        '',
        '[[permissions.rules]]',
        "pattern = 'Bash:git *'",
        'action = "allow"',
        '',
        '# hooks',
        '[hooks]',
        'x = 1',
      ),
    ],
    [
      'a bucket of one keeps its comment close',
      lines('[permissions]', '# never', 'deny = ["Bash"]'),
      lines('[permissions]', '', '# never', '[[permissions.rules]]', 'pattern = "Bash"', 'action = "deny"'),
    ],
    [
      'v1 tables, where they stand',
      lines(
        '# one',
        '[[rule]] # a',
        'tool = "Bash:git *" # b',
        'action = "Allow"',
        '',
        '# two',
        '[[rule]]',
        'tool = "Bash"',
        'action = "ask"',
        '# end',
      ),
      lines(
        '# one',
        '[[permissions.rules]] # a',
        'pattern = "Bash:git *" # b',
        'action = "allow"',
        '',
        '# two',
        '[[permissions.rules]]',
        'pattern = "Bash"',
        'action = "ask"',
        '# end',
      ),
    ],
    [
      'a v1 list',
      lines('rules = [', '  # git', '  { tool = "Bash:git *", action = "Allow", comment = "c" }, # fine', ']'),
      lines('# git', '[[permissions.rules]]', 'pattern = "Bash:git *" # fine', 'action = "allow"', 'comment = "c"'),
    ],
    [
      'a closed table is opened',
      lines('# p', 'permissions = { enforce = true, deny = ["Bash"] } # q'),
      lines(
        '# p',
        '[permissions] # q',
        'enforce = true',
        '',
        '[[permissions.rules]]',
        'pattern = "Bash"',
        'action = "deny"',
      ),
    ],
    [
      'dotted keys',
      lines('permissions.enforce = true', 'permissions.deny = ["Bash"]'),
      lines('permissions.enforce = true', '', '[[permissions.rules]]', 'pattern = "Bash"', 'action = "deny"'),
    ],
    [
      'everything at once: buckets, v1, canonical',
      lines(
        '[permissions]',
        'deny = ["A"]',
        '[[rule]]',
        'tool = "B"',
        'action = "ask"',
        '[[permissions.rules]]',
        'pattern = "C"',
        'action = "ask"',
      ),
      lines(
        '[permissions]',
        '',
        '[[permissions.rules]]',
        'pattern = "A"',
        'action = "deny"',
        '',
        '[[permissions.rules]]',
        'pattern = "B"',
        'action = "ask"',
        '[[permissions.rules]]',
        'pattern = "C"',
        'action = "ask"',
      ),
    ],
    [
      'buckets beside a list',
      lines('[permissions]', 'deny = ["A"]', 'rules = [{ pattern = "B", action = "ask" }]'),
      lines(
        '[permissions]',
        '',
        '[[permissions.rules]]',
        'pattern = "A"',
        'action = "deny"',
        '',
        '[[permissions.rules]]',
        'pattern = "B"',
        'action = "ask"',
      ),
    ],
    ['canonical text comes back as it is', FILE, FILE],
  ])('%s', (_, text, expected) => {
    expect(convertLegacy(text)).toBe(expected);
    expect(convertLegacy(text.replaceAll('\n', '\r\n'))).toBe(expected.replaceAll('\n', '\r\n'));
  });

  test('on the first edit', () => {
    expect(edited('[permissions]\nallow = ["Read"] # r\n', insert(1))).toBe(
      lines('[permissions]', '', '[[permissions.rules]]', 'pattern = "Read" # r', 'action = "allow"', '', ...NEW),
    );
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
    ['no such rule', lines(...READ), remove(1), 'no-such-rule: there is no place 2 among 1 rules'],
    ['no such place', lines(...READ), insert(3), 'no-such-rule: there is no place 4 among 1 rules'],
    [
      'half a character',
      '',
      insert(0, 'Bash:\ud800'),
      'not-writable: `pattern` holds half a character, which no file can hold; remove it',
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
      'refused: the file is written in a way that cannot be edited without touching something else; edit it by hand, or begin anew with what `caliban perms export` prints',
    ],
    [
      'old tables below new ones',
      lines(...READ, '[[rule]]', 'tool = "A"', 'action = "ask"'),
      insert(0),
      'refused: the file is written in a way that cannot be edited without touching something else; edit it by hand, or begin anew with what `caliban perms export` prints',
    ],
  ])('%s', (_, text, edit, problem) => {
    expect(edited(text, edit)).toBe(problem);
  });
});
