import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../../test/helpers/runs.ts';
import { parseRuleFile } from '../../../src/rules/read/parse-rule-file.ts';
import { lines, parsed } from '../../helpers/rule-text.ts';

describe('forms that load', () => {
  test.each([
    ['nothing', '', []],
    ['comments only', '# nothing yet\n', []],
    [
      'canonical, in the order of the file',
      lines(
        '[permissions]',
        'enforce = false',
        '',
        '[[permissions.rules]]',
        'pattern = "Bash:git *"',
        'action = "allow"',
        '[[permissions.rules]]',
        'pattern = "Bash:~rm *"',
        'action = "deny"',
      ),
      ['allow Bash:git * @4', 'deny Bash:~rm * @7'],
    ],
    ['an odd header', '  [[ permissions . rules ]] # x\npattern = "Read"\naction = "ask"\n', ['ask Read @1']],
    ['a quoted header', '[["permissions".\'rules\']]\npattern = "Read"\naction = "ask"\n', ['ask Read @1']],
    [
      'a list',
      lines(
        '[permissions]',
        'rules = [',
        '  { pattern = "Read", action = "ask" },',
        '',
        '  { pattern = "Bash", action = "deny" },',
        ']',
      ),
      ['ask Read @3', 'deny Bash @5'],
    ],
    ['dotted keys', 'permissions.rules = [{ pattern = "Read", action = "ask" }]\n', ['ask Read @1']],
    [
      'buckets: deny, then ask, then allow, whatever their order in the file',
      lines('[permissions]', 'allow = ["Read", "Bash:git *"]', 'ask = ["WebFetch"]', 'deny = [', '  "Bash:rm *",', ']'),
      ['deny Bash:rm * @5', 'ask WebFetch @3', 'allow Read @2', 'allow Bash:git * @2'],
    ],
    [
      'v1 tables',
      lines(
        '[[rule]]',
        'tool = "Bash:git *"',
        'action = "Allow"',
        'comment = "fine"',
        '',
        '[[rule]]',
        'tool = "Bash"',
        'action = "ask"',
      ),
      ['allow Bash:git * @1', 'ask Bash @6'],
    ],
    ['v1 tables, plural', '[[rules]]\ntool = "Bash"\naction = "DENY"\n', ['deny Bash @1']],
    ['`tool` for `pattern`', '[[permissions.rules]]\ntool = "Bash"\naction = "ask"\n', ['ask Bash @1']],
    ['an action in any letter case', '[[permissions.rules]]\npattern = "Bash"\naction = "aLLow"\n', ['allow Bash @1']],
    ['a byte order mark', '\ufeff[[permissions.rules]]\npattern = "Bash"\naction = "ask"\n', ['ask Bash @1']],
    ['CRLF', '# a\r\n[[permissions.rules]]\r\npattern = "Bash"\r\naction = "ask"\r\n', ['ask Bash @2']],
    [
      'a text over several lines',
      lines(
        '[permissions]',
        'enforce = true',
        '[[permissions.rules]]',
        'pattern = "Bash"',
        'action = "deny"',
        "reason = '''",
        'a',
        "'''",
        '[[permissions.rules]]',
        'pattern = "Read"',
        'action = "ask"',
      ),
      ['deny Bash @3', 'ask Read @9'],
    ],
    [
      'a list beside a header inside a text',
      lines(
        '[permissions]',
        'rules = [{ pattern = "Bash", action = "deny", reason = """',
        '[[permissions.rules]]',
        '""" }]',
      ),
      ['deny Bash @2'],
    ],
    [
      'a header inside a text is none',
      lines(
        '[[permissions.rules]]',
        'pattern = "Bash"',
        'action = "deny"',
        'reason = """',
        '[[permissions.rules]]',
        '"""',
        '[[permissions.rules]]',
        'pattern = "Read"',
        'action = "ask"',
      ),
      ['deny Bash @1', 'ask Read @7'],
    ],
  ])('%s', async (_, text, rules) => {
    expect(await parsed(text)).toEqual({ rules, warnings: [] });
  });

  test('every field', async () => {
    const text = lines(
      '[[permissions.rules]]',
      'pattern = "Bash:rm *"',
      'action = "deny"',
      'comment = "for people"',
      'reason = "use git revert"',
      'expires_at = "2027-01-01T00:00:00+01:00"',
      '[[permissions.rules]]',
      'pattern = "Read"',
      'action = "allow"',
      'expires_at = 2027-01-01T00:00:00Z',
      '[[permissions.rules]]',
      'pattern = "Bash:deploy *"',
      'action = "ask"',
      'approvals = 2',
      'self_approval = false',
      '[[permissions.rules]]',
      'pattern = "Bash:ship *"',
      'action = "ask"',
      'approvals = 1',
      'self_approval = true',
    );
    const result = await parseRuleFile(text, { file: 'f.toml', layer: 'user' });
    expect(result.ok && result.value.rules.map(({ pattern, ...rest }) => rest)).toEqual([
      {
        action: 'deny',
        comment: 'for people',
        reason: 'use git revert',
        expiresAt: '2027-01-01T00:00:00+01:00',
        source: { layer: 'user', file: 'f.toml', line: 1 },
      },
      { action: 'allow', expiresAt: '2027-01-01T00:00:00.000Z', source: { layer: 'user', file: 'f.toml', line: 7 } },
      { action: 'ask', approvals: 2, selfApproval: false, source: { layer: 'user', file: 'f.toml', line: 11 } },
      { action: 'ask', approvals: 1, source: { layer: 'user', file: 'f.toml', line: 16 } },
    ]);
  });

  test('JSON buckets, with lines', async () => {
    const text =
      '{\n  "model": "x",\n  "permissions": {\n    "allow": ["Read",\n      "Bash(git *)"],\n    "deny": ["WebFetch"]\n  }\n}';
    expect(await parsed(text, { file: 'settings.json', kind: 'settings' })).toEqual({
      rules: ['deny WebFetch @6', 'allow Read @4', 'allow Bash(git *) @5'],
      warnings: [],
    });
  });

  test('the forms are named', async () => {
    const forms = async (text: string, file: string) => {
      const result = await parseRuleFile(text, { file, layer: 'user' });
      return result.ok && result.value.legacyForms;
    };
    expect(await forms('[permissions]\ndeny = ["Bash"]', 'a.toml')).toEqual(['buckets']);
    expect(await forms('[[rule]]\ntool = "Bash"\naction = "ask"', 'a.toml')).toEqual(['v1']);
    expect(await forms('{"permissions":{"deny":["Bash"]}}', 'a.json')).toEqual(['json', 'buckets']);
    expect(await forms('{"model":"x"}', 'a.json')).toEqual([]);
  });

  test('only the `[permissions]` table of a settings file is ours', async () => {
    const text = lines('rules = 1', '[hooks]', 'allow = ["x"]', '[permissions]', 'deny = ["Bash"]');
    expect(await parsed(text, { file: 'settings.toml', kind: 'settings' })).toEqual({
      rules: ['deny Bash @5'],
      warnings: [],
    });
  });
});

test('a slip of the pen in a settings file does not lose its rules', async () => {
  const text = '[[permission.rules]]\npattern = "Bash"\naction = "deny"\n';
  expect(await parsed(text, { file: 'settings.toml', kind: 'settings' })).toEqual({
    errors: ['settings.toml:1:1: rules under `permission` are not read; write `[[permissions.rules]]` above each rule'],
  });
});

describe('a setting outside its table', () => {
  const outside = (key: string) => `\`${key}\` is outside its table; write it below a \`[permissions]\` line`;

  test.each([
    ['settings.toml', 'enforce = true\n', '1:1', 'enforce'],
    ['settings.toml', '[models]\nmain = "a/b"\n\n[deny]\n', '4:1', 'deny'],
    [
      'settings.toml',
      'disable_auto_mode = true\n[permissions]\ndisable_auto_mode = true\n',
      '1:1',
      'disable_auto_mode',
    ],
    ['settings.toml', 'disableAutoMode = true\n', '1:1', 'disableAutoMode'],
    ['settings.toml', 'default_mode = "plan"\n', '1:1', 'default_mode'],
    ['settings.toml', 'audit_log = "required"\n', '1:1', 'audit_log'],
    ['settings.toml', 'project_rules = "tighten-only"\n', '1:1', 'project_rules'],
    ['settings.toml', 'deny = ["Bash"]\n', '1:1', 'deny'],
    ['settings.json', '{\n  "enforce": true\n}', '2:3', 'enforce'],
    ['settings.json', '{ "model": "x", "disableAutoMode": true }', '1:17', 'disableAutoMode'],
  ])('%s %j', async (file, text, place, key) => {
    expect(await parsed(text, { file, kind: 'settings' })).toEqual({ errors: [`${file}:${place}: ${outside(key)}`] });
  });
});

describe('settings', () => {
  test('are typed and have their positions', async () => {
    const text = lines(
      '[permissions]',
      'enforce = true',
      'default_mode = "plan"',
      'audit_log = "required"',
      'audit_max_bytes = 1_000_000',
      'audit_keep = 0',
      'project_rules = "tighten-only"',
      'disable_auto_mode = false',
      'see_through_wrappers = true',
    );
    const result = await parseRuleFile(text, { file: 'f.toml', layer: 'user' });
    const from = (line: number) => ({ layer: 'user', file: 'f.toml', line });
    expect(result.ok && result.value.settings).toEqual({
      enforce: { value: true, ...from(2) },
      defaultMode: { value: 'plan', ...from(3) },
      auditLog: { value: 'required', ...from(4) },
      auditMaxBytes: { value: 1_000_000, ...from(5) },
      auditKeep: { value: 0, ...from(6) },
      projectRules: { value: 'tighten-only', ...from(7) },
      disableAutoMode: { value: false, ...from(8) },
      seeThroughWrappers: { value: true, ...from(9) },
    });
  });

  test('are read in the spelling of JSON too', async () => {
    const text = '{"permissions": {\n"defaultMode": "acceptEdits",\n"disableAutoMode": true}}';
    const result = await parseRuleFile(text, { file: 'settings.json', layer: 'user', kind: 'settings' });
    expect(result.ok && result.value.settings).toEqual({
      defaultMode: { value: 'acceptEdits', layer: 'user', file: 'settings.json', line: 2 },
      disableAutoMode: { value: true, layer: 'user', file: 'settings.json', line: 3 },
    });
  });

  test('wherever they stand in the table', async () => {
    const text = 'permissions = { enforce = true }\n';
    const result = await parseRuleFile(text, { file: 'f.toml', layer: 'user' });
    expect(result.ok && result.value.settings).toEqual({
      enforce: { value: true, layer: 'user', file: 'f.toml', line: 1 },
    });
  });
});

const KNOWN =
  'enforce, default_mode, audit_log, audit_max_bytes, audit_keep, project_rules, disable_auto_mode, see_through_wrappers, host_fallback, stale_after';

describe('warnings', () => {
  test.each([
    [
      '[permissions]\nenforced = true\n',
      `permissions.toml:2:1: unknown key \`enforced\` is ignored; known are ${KNOWN}`,
    ],
    [
      '[hooks]\nx = 1\n',
      'permissions.toml:1:1: `hooks` is ignored here; settings other than permissions belong in settings.toml',
    ],
    [
      '[[permissions.rules]]\npattern = "Bash"\naction = "allow"\nreason = "x"\n',
      'permissions.toml:4:1: the model reads a reason only when a rule denies, and this one says allow; write `comment`',
    ],
    [
      '[permissions]\ndeny = ["Bash"]\n[[permissions.rules]]\npattern = "Bash"\naction = "allow"\n',
      'permissions.toml:2:9: the file mixes forms of rules, and the outdated ones are tried first; write them all as `[[permissions.rules]]`',
    ],
  ])('%j', async (text, warning) => {
    expect(await parsed(text)).toMatchObject({ warnings: [warning] });
  });
});

const rule = (...fields: readonly string[]) => lines('[[permissions.rules]]', ...fields);

describe('errors say where and what to write', () => {
  test.each([
    [rule('pattern = "Bash"', 'action = "alow"'), '3:10: unknown action `alow`; expected allow, deny or ask'],
    [rule('pattern = "Bash"', 'action = true'), '3:10: `action` is true or false; write text in quotes'],
    [rule('pattern = "Bash"'), '1:1: the rule has no action; write `action = "allow"`, `"deny"` or `"ask"`'],
    [rule('action = "ask"'), '1:1: the rule has no pattern; write `pattern = "Tool:glob"`'],
    [rule('pattern = 7', 'action = "ask"'), '2:11: `pattern` is a number; write text in quotes'],
    [rule('pattern = ["Bash"]', 'action = "ask"'), '2:11: `pattern` is a list; write text in quotes'],
    [
      rule('patern = "Bash"', 'pattern = "Bash"', 'action = "ask"'),
      '2:1: unknown field `patern`; expected pattern, action, comment, reason, expires_at, confined, approvals or self_approval',
    ],
    [
      rule('pattern = "Bash"', 'action = "ask"', '[permissions.rules.meta]', 'a = 1'),
      '4:1: unknown field `meta`; expected pattern, action, comment, reason, expires_at, confined, approvals or self_approval',
    ],
    [
      rule('pattern = "Bash"', 'tool = "Bash"', 'action = "ask"'),
      '3:1: the rule says both `pattern` and `tool`; keep `pattern`',
    ],
    [rule('pattern = "Bash"', 'action = "ask"', 'comment = 1'), '4:11: `comment` is a number; write text in quotes'],
    [
      rule('pattern = "Bash"', 'action = "ask"', 'expires_at = "tomorrow"'),
      '4:14: `expires_at` is `tomorrow`, not an instant; write it as `"2027-01-01T00:00:00Z"`',
    ],
    [
      rule('pattern = "Bash"', 'action = "ask"', 'expires_at = 2027-01-01'),
      '4:14: `expires_at` is a date, not an instant; write it as `"2027-01-01T00:00:00Z"`',
    ],
    ...(['0', '10', '-1', '2.5', 'inf', 'nan'] as const).map((number): [string, string] => [
      rule('pattern = "Bash"', 'action = "ask"', `approvals = ${number}`),
      `4:13: \`approvals\` is ${number === 'inf' ? 'Infinity' : number === 'nan' ? 'NaN' : number}; write a whole number from 1 to 9, without quotes`,
    ]),
    [
      rule('pattern = "Bash"', 'action = "ask"', 'approvals = "2"'),
      '4:13: `approvals` is text; write a whole number from 1 to 9, without quotes',
    ],
    [
      rule('pattern = "Bash"', 'action = "ask"', 'self_approval = "no"'),
      '4:17: `self_approval` is text; write true or false, without quotes',
    ],
    // The column of a bad pattern is the column in the file.
    [
      rule('pattern = "Bash:"', 'action = "ask"'),
      '2:17: bad pattern `Bash:`: nothing stands after `Bash`; write `Bash` for every call',
    ],
    [
      rule("  pattern  =  'Edit:a\\b}'", 'action = "ask"'),
      '2:24: bad pattern `Edit:a\\b}`: `}` was never opened; write `\\}` for the character itself',
    ],
    [
      rule('pattern = "Edit:\\u0061\\\\b}"', 'action = "ask"'),
      '2:26: bad pattern `Edit:a\\b}`: `}` was never opened; write `\\}` for the character itself',
    ],
    [
      '[permissions]\ndeny = ["Read", "Bash("]\n',
      '2:22: bad pattern `Bash(`: `(` is never closed; write `Tool(glob)` or `Tool:glob`',
    ],
    [
      rule('pattern = "Bash"', 'action = "a\\n\\u202E"'),
      '3:10: unknown action `a\\n\\u{202e}`; expected allow, deny or ask',
    ],
    ['[permissions]\ndeny = [1]\n', '2:9: a pattern is text, not a number; write it in quotes'],
    [
      '[permissions]\ndeny = "Bash"\n',
      '2:8: `permissions.deny` is text; write a list of patterns, or `[[permissions.rules]]`',
    ],
    [
      '[permissions]\nrules = ["Bash"]\n',
      '2:10: a rule is a table, not text; write `{ pattern = "Tool:glob", action = "ask" }`',
    ],
    [
      '[permissions.rules]\npattern = "Bash"\naction = "ask"\n',
      '1:1: `permissions.rules` is one table; write `[[permissions.rules]]` with double brackets above each rule',
    ],
    ['permissions = 1\n', '1:15: `permissions` is a number; write a `[permissions]` table'],
    ['[permissions]\nenforce = "yes"\n', '2:11: `enforce` is `yes`; expected true or false'],
    ['[permissions]\nenforce = "true"\n', '2:11: `enforce` is the text `"true"`; write true without the quotes'],
    ['[permissions]\nsee_through_wrappers = 1\n', '2:24: `see_through_wrappers` is `1`; expected true or false'],
    [
      "[permissions]\ndisable_auto_mode = 'false'\n",
      '2:21: `disable_auto_mode` is the text `"false"`; write false without the quotes',
    ],
    ['[permissions]\naudit_log = "true"\n', '2:13: `audit_log` is the text `"true"`; write true without the quotes'],
    ['[permissions]\naudit_keep = "3"\n', '2:14: `audit_keep` is the text `"3"`; write 3 without the quotes'],
    ['[permissions]\naudit_max_bytes = "0"\n', '2:19: `audit_max_bytes` is `0`; expected a whole number above 0'],
    [
      '[permissions]\ndefault_mode = "yolo"\n',
      '2:16: `default_mode` is `yolo`; expected one of default, acceptEdits, plan, auto, dontAsk, bypassPermissions',
    ],
    ['[permissions]\naudit_log = 1\n', '2:13: `audit_log` is `1`; expected true, false or "required"'],
    ['[permissions]\naudit_max_bytes = 0\n', '2:19: `audit_max_bytes` is `0`; expected a whole number above 0'],
    ['[permissions]\naudit_keep = -1\n', '2:14: `audit_keep` is `-1`; expected a whole number from 0'],
    [
      '[permissions]\ndefault_mode = "plan"\ndefaultMode = "plan"\n',
      '3:1: `default_mode` and `defaultMode` are the same setting; keep one of them',
    ],
    // Rules that nobody would read are no mere warning.
    [
      '[[permission.rules]]\npattern = "Bash"\naction = "deny"\n',
      '1:1: rules under `permission` are not read; write `[[permissions.rules]]` above each rule',
    ],
    [
      '[[permissions.rule]]\npattern = "Bash"\naction = "deny"\n',
      '1:1: rules under `permissions.rule` are not read; write `[[permissions.rules]]` above each rule',
    ],
    ['deny = ["Bash"]\n', '1:1: `deny` is outside its table; write it below a `[permissions]` line'],
    ['enforce = true\n', '1:1: `enforce` is outside its table; write it below a `[permissions]` line'],
    // Syntax.
    [
      rule('pattern = "Bash"', 'pattern = "Bash"'),
      '3:1: not valid TOML: trying to redefine an already defined table or value; a key or table may occur once; keep one of them',
    ],
    [
      rule('pattern = "Bash:\\*"'),
      "2:18: not valid TOML: unrecognised escape sequence; write `\\\\` for a backslash, or the text in single quotes: 'like this'",
    ],
    [
      'x = "a\ny"\n',
      '1:7: not valid TOML: control characters are not allowed in strings; close the quote on the same line, and write control characters as \\u0000',
    ],
    [
      '[permissions\n',
      '1:13: not valid TOML: illegal character in key; put a key with such characters in quotes, and close every `[` with `]`',
    ],
    ['[sandbox]\nmode = "require"\n', '1:1: `[sandbox]` is not read here; write it in settings.toml, beside this file'],
    [
      '"__proto__" = 1\n',
      '1:1: not valid TOML: document contains an unsafe property; use another key than `__proto__` or `constructor`',
    ],
  ])('%j', async (text, error) => {
    expect(await parsed(text)).toEqual({ errors: [`permissions.toml:${error}`] });
  });

  test('all of them at once, from top to bottom', async () => {
    const text =
      rule('action = "alow"', 'colour = 1') +
      rule('pattern = "Bash:"', 'action = "ask"') +
      lines('[permissions]', 'enforce = 1');
    expect(await parsed(text)).toEqual({
      errors: [
        'permissions.toml:1:1: the rule has no pattern; write `pattern = "Tool:glob"`',
        'permissions.toml:2:10: unknown action `alow`; expected allow, deny or ask',
        'permissions.toml:3:1: unknown field `colour`; expected pattern, action, comment, reason, expires_at, confined, approvals or self_approval',
        'permissions.toml:5:17: bad pattern `Bash:`: nothing stands after `Bash`; write `Bash` for every call',
        'permissions.toml:8:11: `enforce` is `1`; expected true or false',
      ],
    });
  });

  test.each([
    [
      '{\n "permissions": {"deny": ["Bash:"]}}',
      '2:33: bad pattern `Bash:`: nothing stands after `Bash`; write `Bash` for every call',
    ],
    ['{\n "a": 1,\n "a": 2}', '3:2: `a` occurs twice; keep one of them'],
    ['{"a": {"b": 1,\n "b": 2}}', '2:2: `b` occurs twice; keep one of them'],
    ['[1]', '1:1: the file has a list; write an object in `{ }`'],
    ['{"a": 1,\n}', '2:1: not valid JSON: expected double-quoted property name; correct the text here'],
    ['{"a": ', '1:7: not valid JSON: unexpected end of JSON input; correct the text here'],
    [`{"a": ${'['.repeat(5000)}${']'.repeat(5000)}}`, '1:1: nested too deep; write fewer levels'],
  ])('JSON %#', async (text, error) => {
    expect(await parsed(text, { file: 'settings.json' })).toEqual({ errors: [`settings.json:${error}`] });
  });
});

describe('any file gives an answer', () => {
  const piece = fc.constantFrom(
    '[',
    ']',
    '[[permissions.rules]]',
    '[permissions]',
    '\n',
    '"',
    "'",
    '"""',
    '=',
    'pattern',
    'action',
    ' = "ask"',
    'rules',
    '{',
    '}',
    ',',
    '#',
    '\\',
    'deny = ["A"]',
    '1',
    '2027-01-01',
    'x',
    '.',
    ':',
    '\r\n',
    '\0',
    '\ud800',
  );

  test.each(['f.toml', 'f.json'])('in %s', async (file) => {
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 25 }), async (pieces) => {
        const result = await parseRuleFile(pieces.join(''), { file, layer: 'user' });
        if (!result.ok) expect(result.error.length).toBeGreaterThan(0);
      }),
      { numRuns: runs(1500) },
    );
  });

  test('a long line does not take long, and its message does not flood the screen', async () => {
    const text = `[[permissions.rules]]\npattern = "Edit:${'\\\\'.repeat(200_000)}}"\naction = "ask"\n`;
    const result = await parsed(text);
    expect('errors' in result && result.errors.map((error) => error.length)).toEqual([expect.any(Number)]);
    expect('errors' in result && result.errors[0]?.length).toBeLessThan(1200);
  });

  test.each([
    ['braces in a row', '{a,b}'.repeat(3000), 'a path pattern has at most 8192 characters'],
    ['braces in braces', `${'{a,'.repeat(20_000)}b${'}'.repeat(20_000)}`, 'a path pattern has at most 8192 characters'],
    ['fewer braces in braces', `${'{a,'.repeat(40)}b${'}'.repeat(40)}`, 'braces stand more than 32 deep'],
  ])('%s are an error with its line', async (_, glob, message) => {
    const result = await parsed(`[[permissions.rules]]\npattern = "Read:${glob}"\naction = "deny"\n`);
    expect('errors' in result && result.errors).toEqual([expect.stringContaining(message)]);
    expect('errors' in result && result.errors[0]).toMatch(/^permissions\.toml:2:\d+: bad pattern/);
  });

  const deny = (pattern: string) => `[[permissions.rules]]\npattern = "${pattern}"\naction = "deny"\n`;

  test.each(['Read:', '*:'])('many rules with all the braces one may have: %s', async (tool) => {
    expect(await parsed(deny(`${tool}${'{a,b}'.repeat(10)}`).repeat(1000))).toEqual({
      errors: [
        'permissions.toml:235:1: from the top to here the braces expand to too many paths; write `*` or `**`, or fewer alternatives',
      ],
    });
  });

  test('many rules with a few braces each are rules', async () => {
    const result = await parsed(deny('Edit:packages/{a,b,c,d}/src/**').repeat(50_000));
    expect('rules' in result && result.rules.length).toBe(50_000);
  });
});

describe('a file of megabytes gets its errors in time', () => {
  const filler = '[[permissions.rules]]\npattern = "Bash:ls"\naction = "ask"\n'.repeat(10_000);
  const numbered = (length: number, line: (index: number) => string) =>
    Array.from({ length }, (_, at) => line(at)).join('');

  test.each([
    [
      'the last of many rules',
      `${filler}[[permissions.rules]]\npattern = "Bash"\n  action = "alow"\n`,
      ['permissions.toml:30003:12: unknown action `alow`; expected allow, deny or ask'],
    ],
    [
      'a pattern far down',
      `${filler}[[permissions.rules]]\npattern = "Edit:a}"\naction = "ask"\n`,
      ['permissions.toml:30002:18: bad pattern `Edit:a}`: `}` was never opened; write `\\}` for the character itself'],
    ],
    [
      'a rule that lacks something',
      `${filler}  [[permissions.rules]]\npattern = "Bash"\n`,
      ['permissions.toml:30001:3: the rule has no action; write `action = "allow"`, `"deny"` or `"ask"`'],
    ],
    [
      'a setting at the top',
      `[permissions]\nenforce = 1\n${filler}`,
      ['permissions.toml:2:11: `enforce` is `1`; expected true or false'],
    ],
    [
      'a header in quotes',
      `${filler}[["permissions".rules]]\npattern = "Bash"\naction = "alow"\n`,
      ['permissions.toml:30003:10: unknown action `alow`; expected allow, deny or ask'],
    ],
  ])('%s', async (_, text, errors) => {
    expect(await parsed(text)).toEqual({ errors });
  });

  test.each([
    [
      'unknown keys',
      `[permissions]\n${numbered(100_000, (at) => `key_${at} = 1\n`)}`,
      'warnings',
      /^permissions\.toml:201:1: unknown key `key_199`/,
    ],
    [
      'bad actions',
      numbered(50_000, () => '[[permissions.rules]]\npattern = "Bash"\naction = "zz"\n'),
      'errors',
      /^permissions\.toml:600:10: unknown action `zz`/,
    ],
  ] as const)('%s without end', async (_, text, kind, last) => {
    const start = process.cpuUsage();
    const result: Record<string, unknown> = await parsed(text);
    const notices = result[kind] as string[];
    expect(notices.length).toBe(201);
    expect(notices[199]).toMatch(last);
    expect(notices[200]).toMatch(/^permissions\.toml: and \d+ more; correct these first$/);
    // Many times what is measured: this tells a second from a minute.
    expect(process.cpuUsage(start).user / 1e6).toBeLessThan(15);
  });
});
