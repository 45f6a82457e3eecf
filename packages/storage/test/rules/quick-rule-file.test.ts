import type { Rule } from '@caliban/gate';
import { UnreadRule } from '@caliban/gate/internal/pattern/unread-rule';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseRuleFile } from '../../src/rules/parse-rule-file.ts';
import { quickRuleFile } from '../../src/rules/quick-rule-file.ts';
import type { RuleFile } from '../../src/rules/rule-file.ts';

const ORIGIN = { file: '/h/permissions.toml', layer: 'user' } as const;

function rule(pattern: string, rest = 'action = "deny"\n'): string {
  return `[[permissions.rules]]\npattern = "${pattern}"\n${rest}`;
}

const LS = rule('Bash:ls *');

describe('reads', () => {
  test.each([
    ['a rule', LS],
    ['without a last line end', LS.trimEnd()],
    ['blank lines and comments', `\n# mine\n\n${LS}\n# "x" = [\n\n\n${rule('Edit:src/**')}#`],
    ['comments that look like tables', `# [permissions]\n# [[permissions.rules]]\n${LS}`],
    ['rules without anything in between', LS + rule('Read:a.md')],
    ['lines that end as on Windows', `# mine\n\n${LS}\n${LS}`.replaceAll('\n', '\r\n')],
    ['what people and the model are told', rule('Bash:ls *', 'action = "deny"\ncomment = "ü\t"\nreason = ""\n')],
    ['values in columns, with comments', rule('Bash:ls *', '  action  = "deny" # x "\n\tcomment\t= \'\'\n')],
    ['text in other quotes', "[[permissions.rules]] # x\npattern = 'Bash:a \"b\" \\'\naction = 'ask'\n"],
    ['escapes', rule('Bash:ls \\"a\\" \\\\*', 'action = "deny"\nreason = "\\\\\\""\n')],
    ['patterns that take the parser', rule('Bash') + rule('*') + rule('WebFetch:https://a.test/*')],
    ['settings', `# x\n[permissions] # y\ndefault_mode = "plan"\n\n  audit_log=true # z\n${LS}`],
    ['settings that nobody knows', `[permissions]\nfoo = 3\n${LS}`],
    ['settings that are none', `[permissions]\n${LS}`],
  ])('%s', async (_, text) => {
    expect(read(await quickRuleFile(text, ORIGIN))).toEqual(await parsed(text));
  });
});

describe('leaves to the parser', () => {
  test.each([
    ['nothing at all', ''],
    ['a file of comments', '# none\n'],
    ['a setting that is wrong', `[permissions]\ndefault_mode = "planned"\n${LS}`],
    ['rules that are set already', `[permissions]\nrules = true\n${LS}`],
    ['a setting behind a rule', `${LS}[permissions]\naudit_log = true\n`],
    ['a table twice', `[permissions]\n[permissions]\n${LS}`],
    ['another table', `[models]\n${LS}`],
    ['a list of tables', `[[permissions]]\n${LS}`],
    ['a key twice', `[permissions]\nenforce = true\nenforce = true\n${LS}`],
    ['a text that has not ended', `[permissions]\nx = """\n${LS}"""\n`],
    ['a pattern that can never match', rule('Bash:')],
    ['braces', rule('Edit:{a,b}/x')],
    ['an unknown action', rule('Bash:ls', 'action = "alow"\n')],
    ['quotes that do not fit', rule('Bash:ls', 'action = "deny\'\n')],
    ['a reason that nobody reads', rule('Bash:ls', 'action = "allow"\nreason = "x"\n')],
    ['another order', '[[permissions.rules]]\naction = "deny"\npattern = "Bash:ls"\n'],
    ['a date', rule('Bash:ls', 'action = "deny"\nexpires_at = "2027-01-01T00:00:00Z"\n')],
    ['other escapes', rule('Bash:\\u0041')],
    ['a control character', rule('Bash:\u0007')],
    ['a control character in a comment', `${LS}# \u007f\n`],
    ['a control character in a comment above', `# \u007f\n${LS}`],
    ['another line end in a comment above', `# \u2028[[permissions.rules]]\n${LS}`],
    ['a line end without its other half', `${LS}\r`],
    ['a field twice', rule('Bash:ls', 'action = "deny"\naction = "deny"\n')],
    ['an unknown field', rule('Bash:ls', 'action = "deny"\nnote = "x"\n')],
    ['a byte order mark', `\ufeff${LS}`],
  ])('%s', async (_, text) => {
    expect(await quickRuleFile(text, ORIGIN)).toBeNull();
  });
});

test('says what the parser says, or nothing', async () => {
  const pieces = [
    ...['[[permissions.rules]]\n', 'pattern = "Bash:ls *"\n', 'pattern = "Bash: x"\n', 'pattern = "Edit:a/**"\n'],
    ...['action = "deny"\n', "action = 'allow'\n", 'action = "Ask"\n', 'comment = "c"\n', "reason = 'r\\'\n"],
    ...[
      '\n',
      '# x\n',
      '\r\n',
      '"',
      '\u0007',
      'action = "deny"',
      '[permissions]\n',
      'enforce = true\n',
      'x = ',
      '[',
      ' ',
    ],
    ...['[[permissions.tests]]\ncall = "Bash:ls"\nexpect = "ask"\n', 'rule = "Bash"\n', 'call = "x"\n'],
    ...[LS, rule('mcp__a__b:x=y'), rule('Read'), rule('Bash:~x', 'action = "ask"\ncomment = "\\\\"\n')],
  ];
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...pieces), { maxLength: 12 }), async (some) => {
      const text = some.join('');
      const quick = await quickRuleFile(text, ORIGIN);
      if (quick !== null) expect(read(quick)).toEqual(await parsed(text));
    }),
    { numRuns: 4_000 },
  );
});

test('leaves most patterns unread', async () => {
  const { rules = [] } = (await quickRuleFile(LS + rule('Bash') + rule('Edit:a'), ORIGIN)) ?? {};
  expect(rules.map((some) => some instanceof UnreadRule)).toEqual([true, false, true]);
});

function read(file: RuleFile | null): RuleFile | null {
  const asRead = (some: Rule) => (some instanceof UnreadRule ? some.read() : some);
  return file && { ...file, rules: file.rules.map(asRead) };
}

async function parsed(text: string): Promise<unknown> {
  const file = await parseRuleFile(text, ORIGIN);
  return file.ok ? file.value : file.error;
}
