import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readyRule, readyRuleMatches } from '../../src/judge/index/ready-rule.ts';
import { parsePattern } from '../../src/pattern/parse-pattern.ts';
import { isPlainPattern, mayAskForFields, mayMatchCommand, plainSpec } from '../../src/pattern/plain-pattern.ts';
import { matchesTool } from '../../src/pattern/tool-glob.ts';

describe('told by its text alone', () => {
  test.each([
    'Bash:git push *',
    'Bash:x',
    'Bash:~rm -rf *',
    'Bash:~--password=x',
    'Bash:aws iam * --target=red*',
    "Bash:git commit -m 'a b'",
    'Read:src/**',
    'Edit:*.md',
    'Write:/etc/x-y',
    'mcp__forge__open:repo=acme/*',
  ])('%s', (pattern) => {
    expect(isPlainPattern(pattern)).toBe(true);
  });
});

describe('left to the parser', () => {
  test.each([
    ['a tool alone', 'Bash'],
    ['every command', 'Bash:*'],
    ['nothing literal to begin with', 'Bash:* --version'],
    ['an escape', 'Bash:ls \\*'],
    ['a field', 'Bash:timeout=5'],
    ['what may be a field', 'Bash:FOO=1 git *'],
    ['a blank before', 'Bash: ls'],
    ['a blank behind', 'Bash:ls '],
    ['nothing to look for', 'Bash:~'],
    ['a way up', 'Read:../x'],
    ['braces', 'Read:{a,b}'],
    ['every path', 'Read:*'],
    ['a tool without an argument', 'TodoWrite:x'],
    ['fields with a comma', 'mcp__a__b:x=1,y=2'],
    ['an unknown tool', 'Foo:x=1'],
    ['text that never ends', `Bash:${'x'.repeat(2000)}`],
  ])('%s: `%s`', (_, pattern) => {
    expect(isPlainPattern(pattern)).toBe(false);
  });
});

const piece = fc.constantFrom(
  ...[
    'git',
    'rm -rf',
    'timeout',
    'command',
    'path',
    'x',
    '=',
    ' ',
    '*',
    '**',
    '?',
    '~',
    '/',
    '.',
    '..',
    '-',
    '\\',
    ',',
  ],
  ...['{', '[', '\t', '\u00a0', '\u2028', '\ufeff', 'é', ':', '(', ')'],
);
const spec = fc.array(piece, { minLength: 1, maxLength: 7 }).map((pieces) => pieces.join(''));
const tool = fc.constantFrom('Bash', 'Read', 'Write', 'Edit', 'mcp__a__b', 'mcp__', 'WebFetch', 'Bash*');
const plain = fc
  .tuple(tool, spec)
  .map(([name, asked]) => ({ name, asked, pattern: `${name}:${asked}` }))
  .filter(({ pattern }) => isPlainPattern(pattern));

test('is what the parser makes of it', () => {
  fc.assert(
    fc.property(plain, spec, ({ name, asked, pattern }, command) => {
      const parsed = parsePattern(pattern);
      if (!parsed.ok) throw new Error(`\`${pattern}\` is no pattern: ${parsed.error.message}`);
      const { tool, spec, specText } = parsed.value;
      expect({ isFor: matchesTool(tool, name), specText }).toEqual({ isFor: true, specText: plainSpec(pattern, name) });
      if (spec === 'by-tool') throw new Error(`\`${pattern}\` depends on the tool`);
      expect(spec.argument !== null || spec.fields.length > 0).toBe(true);
      expect(mayAskForFields(asked)).toBe(spec.fields.length > 0);
      if (spec.argument?.kind === 'text' && readyRuleMatches(readyRule(spec, 'deny', false), command, {})) {
        expect(mayMatchCommand(asked, command)).toBe(true);
      }
    }),
    { numRuns: 5_000 },
  );
});
