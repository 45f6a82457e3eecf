import type { Rule } from '@caliban/gate';
import { UnreadRule } from '@caliban/gate/internal/pattern/unread-rule';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseRuleFile } from '../../src/rules/parse-rule-file.ts';
import { plainRules } from '../../src/rules/plain-rules.ts';

const ORIGIN = { file: '/h/permissions.toml', layer: 'user' } as const;

function rule(pattern: string, rest = 'action = "deny"\n'): string {
  return `[[permissions.rules]]\npattern = "${pattern}"\n${rest}`;
}

describe('reads', () => {
  test.each([
    ['a rule', rule('Bash:ls *')],
    ['without a last line end', rule('Bash:ls *').trimEnd()],
    ['blank lines and comments', `\n# mine\n\n${rule('Bash:ls *')}\n# "x" = [\n\n\n${rule('Edit:src/**')}#`],
    ['rules without anything in between', rule('Bash:ls *') + rule('Read:a.md')],
    ['what people and the model are told', rule('Bash:ls *', 'action = "deny"\ncomment = "ü\t"\nreason = ""\n')],
    ['patterns that take the parser', rule('Bash') + rule('*') + rule('WebFetch:https://a.test/*')],
  ])('%s', async (_, text) => {
    expect(read(plainRules(text, ORIGIN))).toEqual(await parsed(text));
  });
});

describe('leaves to the parser', () => {
  test.each([
    ['nothing at all', ''],
    ['a file of comments', '# none\n'],
    ['a setting', `[permissions]\ndefault_mode = "default"\n${rule('Bash:ls')}`],
    ['a pattern that can never match', rule('Bash:')],
    ['braces', rule('Edit:{a,b}/x')],
    ['an unknown action', rule('Bash:ls', 'action = "alow"\n')],
    ['a reason that nobody reads', rule('Bash:ls', 'action = "allow"\nreason = "x"\n')],
    ['another order', '[[permissions.rules]]\naction = "deny"\npattern = "Bash:ls"\n'],
    ['a date', rule('Bash:ls', 'action = "deny"\nexpires_at = "2027-01-01T00:00:00Z"\n')],
    ['an escape', rule('Bash:\\u0041')],
    ['lines that end as on Windows', rule('Bash:ls').replaceAll('\n', '\r\n')],
    ['something behind a value', rule('Bash:ls', 'action = "deny" # x\n')],
    ['a field twice', rule('Bash:ls', 'action = "deny"\naction = "deny"\n')],
    ['a byte order mark', `\ufeff${rule('Bash:ls')}`],
  ])('%s', (_, text) => {
    expect(plainRules(text, ORIGIN)).toBeNull();
  });
});

test('says what the parser says, or nothing', async () => {
  const pieces = [
    ...['[[permissions.rules]]\n', 'pattern = "Bash:ls *"\n', 'pattern = "Bash: x"\n', 'pattern = "Edit:a/**"\n'],
    ...['action = "deny"\n', 'action = "allow"\n', 'action = "Ask"\n', 'comment = "c"\n', 'reason = "r"\n'],
    ...['\n', '# x\n', '\r\n', '"', '\u0007', 'action = "deny"'],
    ...[rule('Bash:ls *'), rule('mcp__a__b:x=y'), rule('Read'), rule('Bash:~x', 'action = "ask"\ncomment = "c"\n')],
  ];
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...pieces), { maxLength: 12 }), async (some) => {
      const text = some.join('');
      const rules = plainRules(text, ORIGIN);
      if (rules !== null) expect(read(rules)).toEqual(await parsed(text));
    }),
    { numRuns: 2_000 },
  );
});

test('leaves most patterns unread', () => {
  const rules = plainRules(rule('Bash:ls *') + rule('Bash') + rule('Edit:a'), ORIGIN) ?? [];
  expect(rules.map((some) => some instanceof UnreadRule)).toEqual([true, false, true]);
});

function read(rules: readonly Rule[] | null): readonly Rule[] | undefined {
  return rules?.map((some) => (some instanceof UnreadRule ? some.read() : some));
}

/** What the whole parser makes of it; it must have nothing to say beside. */
async function parsed(text: string): Promise<unknown> {
  const file = await parseRuleFile(text, ORIGIN);
  if (!file.ok) return file.error;
  const { rules, ...rest } = file.value;
  expect(rest).toEqual({ file: ORIGIN.file, settings: {}, warnings: [], legacyForms: [] });
  return rules;
}
