import { TOOL_PROFILES } from '@caliban/calls';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../test/helpers/runs.ts';
import { formatPattern } from '../../src/pattern/format-pattern.ts';
import { parsePattern, specFor, specInText } from '../../src/pattern/parse-pattern.ts';

const DIFFERENT_PLACES =
  'the braces stand for paths from different places: `/`, `~/` or the workspace; write one pattern for each';

describe('patterns that can never match say what to write instead', () => {
  test.each([
    ['', 1, 'the tool name is missing; write `Tool`, `Tool:glob` or `*`'],
    [':git *', 1, 'the tool name is missing; write `Tool`, `Tool:glob` or `*`'],
    ['()', 1, 'the tool name is missing; write `Tool`, `Tool:glob` or `*`'],
    ['   ', 1, 'the tool name is missing; write `Tool`, `Tool:glob` or `*`'],
    [' \t:git *', 1, 'the tool name is missing; write `Tool`, `Tool:glob` or `*`'],
    [' Bash', 1, 'a blank stands beside the tool name; write `Bash`'],
    ['Bash\t', 5, 'a blank stands beside the tool name; write `Bash`'],
    ['Bash :rm *', 5, 'a blank stands beside the tool name; write `Bash:rm *`'],
    ['\u00a0Bash (rm *)', 1, 'a blank stands beside the tool name; write `Bash(rm *)`'],
    ['Bash:', 6, 'nothing stands after `Bash`; write `Bash` for every call'],
    ['Bash()', 6, 'nothing stands after `Bash`; write `Bash` for every call'],
    ['Bash: ', 6, 'nothing stands after `Bash`; write `Bash` for every call'],
    ['Bash( )', 6, 'nothing stands after `Bash`; write `Bash` for every call'],
    ['Bash: rm *', 6, 'a blank stands before what is to match; write `Bash:rm *`'],
    ['Bash( rm *)', 6, 'a blank stands before what is to match; write `Bash(rm *)`'],
    ['Bash:\t~rm ', 6, 'a blank stands before what is to match; write `Bash:~rm `'],
    ['Bash: *', 6, 'a blank stands before what is to match; write `Bash:*`'],
    ['Edit: src/**', 6, 'a blank stands before what is to match; write `Edit:src/**`'],
    ['*:\u00a0src/**', 3, 'a blank stands before what is to match; write `*:src/**`'],
    [
      'WebFetch: https://evil.test/*',
      10,
      'a blank stands before what is to match; write `WebFetch:https://evil.test/*`',
    ],
    ['mcp__a__b: repo=x', 11, 'a blank stands before what is to match; write `mcp__a__b:repo=x`'],
    ['Bash:command= rm *', 14, 'a blank stands before what is to match; write `command=rm *`'],
    ['WebFetch:url= https://a.test', 14, 'a blank stands before what is to match; write `url=https://a.test`'],
    ['Bash:ls ', 8, 'a command never ends with a blank; write `Bash:ls`'],
    ['Bash(git * --force \t)', 19, 'a command never ends with a blank; write `Bash(git * --force)`'],
    ['Bash:git * ', 11, 'a command never ends with a blank; write `Bash:git *`'],
    ['Bash:command=ls ,timeout=5', 16, 'a command never ends with a blank; write `command=ls`'],
    ['Bash(git *', 5, '`(` is never closed; write `Tool(glob)` or `Tool:glob`'],
    ['Bash(git *)x', 12, 'nothing may follow the closing `)`; write `Tool(glob)` or `Tool:glob`'],
    ['Bash:~', 7, '`~` needs something to look for; write `~text`'],
    ['Bash:command=~rm *', 14, '`~` (anywhere) is only a character behind `command=`; write `Bash:~rm *`'],
    ['Bash:timeout=5,command=~a\\, b', 24, '`~` (anywhere) is only a character behind `command=`; write `Bash:~a, b`'],
    ['Bash:command=~', 14, '`~` (anywhere) is only a character behind `command=`; write `Bash:~text`'],
    ['B*:command=~rm', 12, '`~` (anywhere) is only a character behind `command=`; write `Bash:~rm`'],
    ['WebFetch:~evil', 10, '`~` (anywhere) is for Bash alone; write `WebFetch:*evil*`'],
    ['TodoWrite:x*', 11, '`TodoWrite` has no first argument to match; write `TodoWrite` or `TodoWrite:todos=glob`'],
    ['bash:ls', 6, 'there is no tool `bash` (did you mean `Bash`?); write `Bash:ls`'],
    ['Shell:ls', 7, 'there is no tool `Shell` (did you mean `Bash`?); write `Bash:ls`'],
    ['read_file:.env', 11, 'there is no tool `read_file` (did you mean `Read`?); write `Read:.env`'],
    ['Foo:ls', 5, '`Foo` has no first argument to match; write `Foo` or `Foo:key=glob`'],
    ['mcp__a__b:x*', 11, '`mcp__a__b` has no first argument to match; write `mcp__a__b` or `mcp__a__b:key=glob`'],
    ['mcp__*:x*', 8, '`mcp__*` has no first argument to match; write `mcp__*` or `mcp__*:key=glob`'],
    ['mcp__a__b:repo=', 16, 'nothing stands after `repo=`; write `repo=*` for any value'],
    ['mcp__a__b:repo=x,kind', 18, 'after a comma stands no `key=glob`; write `\\,` for a comma inside a glob'],
    ['Edit:src/[ab', 10, '`[` is never closed; write `\\[` for the character itself'],
    [
      'Edit:a/[x[:letter:]]',
      10,
      '`[:letter:]` is no kind of character; write one of alpha, digit, alnum, upper, lower, xdigit, word, punct, space, blank, graph, print, cntrl',
    ],
    ['Edit:{a,b', 6, '`{` is never closed; write `\\{` for the character itself'],
    ['Edit:a}', 7, '`}` was never opened; write `\\}` for the character itself'],
    ['Edit:../x', 6, '`..` never stands in a judged path; write the path it leads to'],
    ['Edit:a\\', 7, 'a backslash at the end escapes nothing; write `\\\\` for a backslash'],
    ['Edit:~user/x', 6, '`~` is the home directory only as `~/…`; write `\\~` for the character itself'],
    ['Edit:{a,~user}/x', 9, '`~` is the home directory only as `~/…`; write `\\~` for the character itself'],
    ['Read:{~/.ssh,/etc}/**', 14, DIFFERENT_PLACES],
    ['Edit:{src/,/etc/}x', 12, DIFFERENT_PLACES],
    ['Edit:{,src}/x', 8, DIFFERENT_PLACES],
    [
      `Read:${'{a,'.repeat(33)}b${'}'.repeat(33)}`,
      102,
      'braces stand more than 32 deep; write the alternatives side by side: `{a,b,c}`',
    ],
    [`Read:${'{a,b}'.repeat(11)}`, 6, 'the braces stand for more than 1024 paths; split it'],
    [
      `Read:${'{a,b}'.repeat(10)}${'x'.repeat(60)}`,
      6,
      'the braces stand for paths of more than 65536 characters together; split it',
    ],
    [
      `Read:${'a'.repeat(8193)}`,
      8198,
      'a path pattern has at most 8192 characters; write `*` or `**` for a part, or split it',
    ],
  ])('`%s` at column %i: %s', (text, column, message) => {
    expect(parsePattern(text)).toEqual({ ok: false, error: { message, column } });
  });
});

describe('what prints back is what was read', () => {
  test.each([
    'Bash',
    '*',
    'mcp__github__*',
    'Bash:git *',
    'Bash(git *)',
    'Bash(echo (hi))',
    'Bash:echo \\* \\? \\\\ \\x',
    'Bash:~rm *',
    'Bash:~ rm ', // a whole word
    'Bash(~ rm )',
    'Bash:cat a\\\\ ', // a blank that belongs to the word
    'Edit:./ a', // files may be called so
    'Edit:a ',
    'Edit:path= a',
    'WebFetch:https://a.test/a ', // `%20`
    '*:ls ', // a file, if no command
    'mcp__a__b:note= a ',
    'Bash:command=~/bin/x *',
    'Bash:command=~me/bin/x',
    'Edit:src/**/*.{ts,tsx}',
    'Edit(~/notes/)',
    'Edit|Write:src/**',
    'mcp__forge',
    'Bash(npm run test:*)',
    'WebFetch(domain:*.a.test)',
    '@read-only',
    'Bash:@history-rewrite',
    'WebFetch:https://*.a.test/*',
    'mcp__a__b:meta.owner=al*,note=a\\,b',
    '*:src/**',
  ])('`%s`', (text) => {
    const pattern = parsePattern(text);
    expect(pattern.ok && formatPattern(pattern.value)).toBe(text);
  });

  test('for every text that parses', () => {
    const piece = fc.constantFrom(
      'Bash',
      'Edit',
      'mcp__a__b',
      '*',
      ':',
      '(',
      ')',
      '~',
      'key=',
      ',',
      '\\',
      '[',
      ']',
      '{',
      '}',
      '/',
      'a',
      ' ',
      '?',
      '**',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('');
        const pattern = parsePattern(text);
        if (pattern.ok) expect(formatPattern(pattern.value)).toBe(text);
        else expect(pattern.error.column).toBeLessThanOrEqual(text.length + 1);
      }),
      { numRuns: runs(5000) },
    );
  });

  test('and nothing is thrown for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => void parsePattern(text)),
      { numRuns: runs(3000) },
    );
  });
});

describe('long texts of any kind are read or refused, and never for long', () => {
  const tools = ['Read', 'Bash', 'WebFetch', 'mcp__a__b', '*', 'mcp__a__b:key='];
  const nests = [
    '{a,',
    '{a,b}',
    '{',
    '}',
    '{a}',
    '{,',
    '[',
    '[a',
    '[a]',
    '[[',
    '(',
    ')',
    '\\',
    '\\,',
    '*',
    '?',
    '*a',
    '**/',
  ];
  const keys = ['a.', 'a.b=', 'a=b,', ',', '=', '.', 'a-', '../', '/', '~', '://', '.é', ':80'];
  test.each([...nests, ...keys])('`%s`, over and over', (piece) => {
    const half = piece.repeat(Math.ceil(100_000 / piece.length));
    const start = process.cpuUsage();
    for (const tool of tools) {
      const mark = tool.includes('=') ? '' : ':';
      for (const closing of ['', '=x', '}'.repeat(half.length / piece.length)]) {
        parsePattern(`${tool}${mark}${half}b${closing}`);
      }
    }
    // Many times what is measured: this tells a second from a minute.
    expect(process.cpuUsage(start).user / 1e6).toBeLessThan(5);
  });

  test.each([
    ['nested braces', `Read:${'{a,'.repeat(20_000)}b${'}'.repeat(20_000)}`],
    ['a megabyte of nested braces', `Edit:path=${'{a,'.repeat(250_000)}b${'}'.repeat(250_000)}`],
    ['braces in a row', `Read:${'{a,b}'.repeat(3000)}`],
    ['ten million keys', `mcp__a__b:${'a.'.repeat(10_000_000)}`],
  ])('%s', (_, text) => {
    expect(parsePattern(text).ok).toBe(false);
  });

  test('sixteen million characters of a dotted key', () => {
    expect(parsePattern(`mcp__a__b:${'a.'.repeat(8_000_000)}a=x`).ok).toBe(true);
  });
});

describe('key=glob is read as fields only where it can be', () => {
  test.each([
    ['Bash:make CC=*', 'argument'],
    ['Bash:CC=gcc make', 'argument'],
    ['Bash:timeout=5*', 'fields'],
    ['Bash:command=git *', 'argument'], // the first argument spelled as a field is still taken apart
    ['Bash:command=~/bin/x', 'argument'],
    ['mcp__a__b:command=~rm *', 'fields'], // text, for a tool nobody knows
    ['Edit:path=src/**', 'argument'],
    ['Edit:path=*', 'fields'], // any value, also outside the workspace
    ['Edit:path=**', 'argument'],
    ['Bash:command=*', 'argument'],
    ['WebFetch:url=*', 'argument'],
    ['Edit:data/k=*', 'argument'],
    ['WebFetch:https://s.test/find?q=*', 'argument'],
    ['mcp__a__b:q=*', 'fields'],
  ])('`%s` asks for its %s', (text, expected) => {
    const pattern = parsePattern(text);
    if (!pattern.ok || pattern.value.spec === 'by-tool') throw new Error('does not parse');
    expect(pattern.value.spec.argument === null ? 'fields' : 'argument').toBe(expected);
  });
});

describe('what a pattern asks of a call is told by its text as by the pattern', () => {
  const tools = ['Bash', 'Edit', 'WebFetch', 'TodoWrite', 'mcp__a__b', 'New'];
  test.each([
    ...[
      '*',
      '*:*',
      '*(*)',
      'mcp__*',
      'mcp__*:repo=a*',
      '*:src/**',
      '*:command=git *',
      '*(~rm)',
      '*:a{b,c}',
      '*:x=1,y=2',
    ],
    ...['@secrets', '*:@network', 'Edit|Write:a', 'Bash|Read|B*:x', 'Read(/a)', 'Edit(b)', 'mcp__forge:a=b'],
    ...['*e*:https://a.test/*', '*:(x)', '*(a:b)', '*:[a', '*:~user'],
  ])('`%s`', (text) => {
    const parsed = parsePattern(text);
    if (!parsed.ok) throw new Error(parsed.error.message);
    for (const tool of tools) expect(specInText(text, tool, TOOL_PROFILES)).toEqual(specFor(parsed.value, tool));
  });

  test.each([
    ['Bash', 'Bash'],
    ['Bash', 'Bash:git *'],
    ['Bash', 'Bash(~rm -rf)'],
    ['Bash', 'Bash:command=git *,timeout=5'],
    ['Bash', 'Bash:command=*'],
    ['Edit', 'Edit:path=*'],
    ['Write', 'Write(src/**)'],
    ['Bash', 'Bash(npm test:*)'],
    ['WebFetch', 'WebFetch(domain:a.test)'],
    ['Bash', 'Bash:@read-only'],
    ['WebFetch', 'WebFetch:https://*.a.test/*'],
    ['mcp__a__b', 'mcp__a__b:repo=acme/*'],
    ['a*b', 'a\\*b:x=1'],
  ])('%s: `%s`', (tool, text) => {
    const parsed = parsePattern(text);
    expect(parsed.ok && parsed.value.spec).toEqual(specInText(text, tool, TOOL_PROFILES));
  });
});
