import { formatPattern } from '@caliban/gate';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exportFile } from '../../../src/rules/export/export-file.ts';
import { formatTest } from '../../../src/rules/format-toml.ts';
import { parseRuleFile } from '../../../src/rules/read/parse-rule-file.ts';
import { formatNotice, type PolicyTest, type RuleFile } from '../../../src/rules/rule-file.ts';
import type { WrittenTest } from '../../../src/rules/written-rule.ts';
import { change, edited, insert, move, remove } from '../../helpers/rule-edits.ts';
import { lines } from '../../helpers/rule-text.ts';

const ORIGIN = { file: '/w/permissions.toml', layer: 'project' } as const;
const RULE = lines('[[permissions.rules]]', 'pattern = "Bash:git *"', 'action = "allow"');
const TEST = lines('[[permissions.tests]]', 'call = "Bash:git push -f"', 'expect = "deny"');

describe('a test that loads', () => {
  test.each([
    ['a command', TEST, 'Bash {"command":"git push -f"} → deny @1'],
    ['a path', TEST.replace('Bash:git push -f', 'Read:.env'), 'Read {"path":".env"} → deny @1'],
    ['a tool alone', TEST.replace('Bash:git push -f', 'TodoWrite'), 'TodoWrite {} → deny @1'],
    ['colons in the argument', TEST.replace('git push -f', 'a:b: c'), 'Bash {"command":"a:b: c"} → deny @1'],
    ['upper case', TEST.replace('"deny"', '"Deny"'), 'Bash {"command":"git push -f"} → deny @1'],
    [
      'a rule and a comment',
      `${TEST}rule = "Bash(git push:*)"\ncomment = "history"\n`,
      'Bash {"command":"git push -f"} → deny by Bash(git push:*) # history @1',
    ],
    [
      'tool and input',
      lines(
        '[[permissions.tests]]',
        'tool = "mcp__db__run"',
        'input = { sql = "drop", n = [1, true] }',
        'expect = "ask"',
      ),
      'mcp__db__run {"sql":"drop","n":[1,true]} → ask @1',
    ],
    [
      'an input with a header',
      lines('[[permissions.tests]]', 'tool = "x"', 'expect = "ask"', '[permissions.tests.input]', 'a = "b"'),
      'x {"a":"b"} → ask @1',
    ],
    ['behind a rule', RULE + TEST, 'Bash {"command":"git push -f"} → deny @4'],
    ['in front of a rule', TEST + RULE, 'Bash {"command":"git push -f"} → deny @1'],
    ['in a list', '[permissions]\ntests = [\n { call = "Read", expect = "allow" },\n]\n', 'Read {} → allow @3'],
    [
      'an odd header',
      `# x\n${TEST.replace('[[permissions.tests]]', ' [[ permissions . "tests" ]]')}`,
      'Bash {"command":"git push -f"} → deny @2',
    ],
  ])('%s', async (_, text, shown) => {
    expect((await loaded(text)).tests.map(shownTest)).toEqual([shown]);
  });
});

describe('a test that does not load says where and what to write', () => {
  test.each([
    [
      'no call',
      'expect = "deny"',
      '1:1: the test has no call; write `call = "Bash:git push -f"`, or `tool` and `input`',
    ],
    ['no expect', 'call = "Read"', '1:1: the test has no expect; write `expect = "allow"`, `"ask"` or `"deny"`'],
    ['another action', 'call = "Read"\nexpect = "alow"', '3:10: unknown action `alow`; expected allow, ask or deny'],
    [
      'a field of a rule',
      'call = "Read"\naction = "deny"',
      '3:1: unknown field `action` (did you mean `expect`?); expected call, or tool and input, then expect, rule or comment',
    ],
    [
      'a misspelled field',
      'cal = "Read"\nexpect = "deny"',
      '2:1: unknown field `cal` (did you mean `call`?); expected call, or tool and input, then expect, rule or comment',
    ],
    [
      'call and input',
      'call = "Read"\ninput = {}\nexpect = "deny"',
      '3:1: the test has both `call` and `input`; keep `call`, or `tool` and `input`',
    ],
    [
      'no tool in the call',
      'call = "git push"\nexpect = "deny"',
      '2:8: `git push` is not a call; write `Tool:first argument`, such as `Bash:git push -f`',
    ],
    ['a misspelled tool', 'call = "Bahs:ls"\nexpect = "deny"', '2:8: there is no tool `Bahs` (did you mean `Bash`?)'],
    [
      'a tool without a first argument',
      'call = "mcp__a__b:x"\nexpect = "deny"',
      '2:8: `mcp__a__b` has no first argument; write `tool = "mcp__a__b"` and `input = { … }`',
    ],
    [
      'an input that is no table',
      'tool = "Bash"\ninput = "ls"\nexpect = "deny"',
      '3:9: `input` is text; write a table: `input = { command = "git push" }`',
    ],
    [
      'a date',
      'tool = "x"\ninput = { a = 2020-01-01 }\nexpect = "deny"',
      '3:9: `input` contains a date or a number that JSON cannot represent; write it as text',
    ],
    [
      'a rule that is no pattern',
      'call = "Read"\nexpect = "deny"\nrule = "Bash:"',
      '4:14: bad pattern `Bash:`: nothing stands after `Bash`; write `Bash` for every call',
    ],
  ])('%s', async (_, fields, message) => {
    const read = await parseRuleFile(`[[permissions.tests]]\n${fields}\n`, ORIGIN);
    expect(read.ok ? [] : read.error.map(formatNotice)).toEqual([`/w/permissions.toml:${message}`]);
  });

  test.each([
    [
      'single brackets',
      '[permissions.tests]\ncall = "Read"\n',
      '1:1: `permissions.tests` is one table; write `[[permissions.tests]]` with double brackets above each test',
    ],
    [
      'another value',
      '[permissions]\ntests = true\n',
      '2:1: `permissions.tests` is true or false; write `[[permissions.tests]]` above each test',
    ],
    [
      'outside its table',
      `[[tests]]\ncall = "Read"\nexpect = "deny"\n`,
      '1:1: `tests` is outside its table; write `[[permissions.tests]]` above each test',
    ],
  ])('%s', async (_, text, message) => {
    const read = await parseRuleFile(text, ORIGIN);
    expect(read.ok ? [] : read.error.map(formatNotice)).toEqual([`/w/permissions.toml:${message}`]);
  });

  test('also far down in a file of megabytes', async () => {
    const read = await parseRuleFile(`${RULE.repeat(20_000)}${TEST.replace('"deny"', '"no"')}`, ORIGIN);
    expect(read.ok ? [] : read.error.map(({ line, column }) => [line, column])).toEqual([[60_003, 10]]);
  });
});

describe('edits keep tests', () => {
  const FILE = `${RULE}\n# why\n${TEST}\n${RULE.replace('git', 'ls')}`;
  test.each([
    ['insert in front', insert(0), `[[permissions.rules]]\npattern = "New"\naction = "ask"\n\n${FILE}`],
    ['a text that takes the whole parser', change(1, { comment: 'a"b' }), `${FILE}comment = 'a"b'\n`],
    ['insert behind', insert(2), `${FILE}\n[[permissions.rules]]\npattern = "New"\naction = "ask"\n`],
    ['remove', remove(0), FILE.slice(RULE.length + 1)],
    ['move', move(0, 1), `# why\n${TEST}\n${RULE.replace('git', 'ls')}\n${RULE}`],
    ['change', change(0, { action: 'deny' }), FILE.replace('"allow"', '"deny"')],
  ])('%s', (_, edit, after) => {
    expect(edited(FILE, edit)).toBe(after);
  });

  test('export leaves them as they are', () => {
    expect(exportFile(FILE)).toBe(FILE);
  });

  test('an outdated form becomes canonical around them', () => {
    expect(edited(`[permissions]\ndeny = ["Read"]\n\n${TEST}`, insert(1))).toContain(TEST);
  });

  test('whatever they say and wherever they are', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 12 });
    const block = fc.oneof(
      fc.constant(RULE),
      fc
        .record({ argument: text, comment: text, gap: fc.constantFrom('', '\n', '# note\n') })
        .map(
          ({ argument, comment, gap }) =>
            gap + formatTest({ tool: 'Bash', input: { command: argument }, expect: 'ask', comment }),
        ),
    );
    const edit = fc.constantFrom(insert(0), remove(0), change(0, { comment: 'x' }), change(0, { pattern: 'Read' }));
    fc.assert(
      fc.property(fc.array(block, { maxLength: 6 }), edit, (blocks, some) => {
        const file = RULE + blocks.join('');
        const after = edited(file, some);
        const tests = blocks.filter((each) => each !== RULE).map((each) => each.slice(each.indexOf('[[')));
        let at = 0;
        for (const each of tests) {
          const found = after.indexOf(each, at);
          expect(found, `${each}\nin\n${after}`).not.toBe(-1);
          at = found + each.length;
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('a new test', () => {
  const PUSH: WrittenTest = { tool: 'Bash', input: { command: 'git push' }, expect: 'deny', rule: 'Bash:git *' };
  const WRITTEN = lines('[[permissions.tests]]', 'call = "Bash:git push"', 'expect = "deny"', 'rule = "Bash:git *"');
  test.each<[string, string, WrittenTest, string]>([
    ['in an empty file', '', PUSH, WRITTEN],
    ['behind a rule', RULE, PUSH, `${RULE}\n${WRITTEN}`],
    ['without a last line end', RULE.trimEnd(), PUSH, `${RULE}\n${WRITTEN}`],
    ['behind a blank line', `${RULE}\n`, PUSH, `${RULE}\n${WRITTEN}`],
    ['as on Windows', RULE.replaceAll('\n', '\r\n'), PUSH, `${RULE}\n${WRITTEN}`.replaceAll('\n', '\r\n')],
    [
      'with more than a first argument',
      RULE,
      { tool: 'mcp__a__b', input: { 'odd key': ['x', 1], in: { deep: true } }, expect: 'ask', comment: 'c' },
      `${RULE}\n${lines('[[permissions.tests]]', 'tool = "mcp__a__b"', 'input = { "odd key" = ["x", 1], in = { deep = true } }', 'expect = "ask"', 'comment = "c"')}`,
    ],
    [
      'what TOML cannot hold',
      RULE,
      { tool: 'x', input: { a: null }, expect: 'ask' },
      'refused: the file is written in a way that cannot be edited without touching something else; edit it by hand, or start from what `caliban perms export` prints',
    ],
  ])('%s', (_, before, added, after) => {
    expect(edited(before, { kind: 'add-test', test: added })).toBe(after);
  });
});

async function loaded(text: string): Promise<RuleFile> {
  const read = await parseRuleFile(text, ORIGIN);
  if (!read.ok) throw new Error(read.error.map(formatNotice).join('\n'));
  return read.value;
}

function shownTest({ tool, input, expect: action, rule, comment, source }: PolicyTest): string {
  const by = rule === undefined ? '' : ` by ${formatPattern(rule)}`;
  const note = comment === undefined ? '' : ` # ${comment}`;
  return `${tool} ${JSON.stringify(input)} → ${action}${by}${note} @${source.line}`;
}
