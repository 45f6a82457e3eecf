import { type AbsolutePath, type CallClasses, type CallContext, describeCall, type ToolCall } from '@caliban/calls';
import { NO_CLASSES, withClasses } from '@caliban/calls/classes';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../test/helpers/runs.ts';
import { lintRules } from '../../src/inspect/lint/lint-rules.ts';
import { judge } from '../../src/judge/judge.ts';
import { createRuleBook } from '../../src/judge/rule-book.ts';
import { parsePattern } from '../../src/pattern/parse-pattern.ts';
import type { Action, Rule } from '../../src/types/rule.ts';

/**
 * The judge itself is the witness: a rule called shadowed must never be the one that decides, whatever the call; and the call
 * shown is one that a deny would have decided, had it stood alone.
 */
function expectShadowsNeverDecide(patterns: readonly (readonly [string, Action])[], calls: readonly ToolCall[]): void {
  const rules = patterns.flatMap(([text, action], line): Rule[] => {
    const pattern = parsePattern(text);
    return pattern.ok ? [{ pattern: pattern.value, action, source: { layer: 'project', line } }] : [];
  });
  const shadowed = lintRules(rules).flatMap((finding) =>
    finding.kind === 'shadowed' || finding.kind === 'duplicate' ? [finding] : [],
  );
  if (shadowed.length === 0) return;
  for (const { rule, exampleCall } of shadowed) {
    if (rule.action !== 'deny' || exampleCall === null) continue;
    const { because } = judge(createRuleBook([rule]), call(exampleCall.tool, exampleCall.input));
    expect(because.kind === 'rule' && because.rule.source.line).toBe(rule.source.line);
  }
  const lines = new Set(shadowed.map(({ rule }) => rule.source.line));
  const book = createRuleBook(rules);
  for (const each of calls) {
    const { because } = judge(book, each);
    if (because.kind !== 'rule' || !lines.has(because.rule.source.line)) continue;
    const decided = patterns[because.rule.source.line ?? 0]?.join(' ');
    expect.fail(`\`${decided}\` decides ${JSON.stringify(each.input)} in ${JSON.stringify(patterns)}`);
  }
}

/** The first command of a line is read-only, and touches the network. */
const SOME_CLASSES: CallClasses = {
  whole: () => NO_CLASSES,
  unit: (index) =>
    index > 0 ? NO_CLASSES : { touches: new Set(['read-only', 'network']), covers: new Set(['read-only']) },
  redirect: () => NO_CLASSES,
  isPartlyUnread: () => false,
};

const call = (tool: string, input: unknown): ToolCall => describeCall({ tool, input, context });

const context: CallContext = {
  workspace: '/w' as AbsolutePath,
  home: '/h' as AbsolutePath,
  realPath: (path) => path.replace('/link', '/a') as AbsolutePath,
};

const action = fc.constantFrom<Action>('allow', 'deny', 'ask');
const listOf = (pattern: fc.Arbitrary<string>, ...others: readonly fc.Arbitrary<[string, Action]>[]) =>
  fc.array(fc.oneof(fc.tuple(pattern, action), ...others), { minLength: 2, maxLength: 4 });

describe('what lint calls shadowed never decides', () => {
  const glob = fc
    .array(fc.constantFrom('a', 'b', 'a ', 'b ', '*', ' *', '?', 'A=1 ', ' > f', ' && ', '; '), {
      minLength: 1,
      maxLength: 5,
    })
    .map((pieces) => pieces.join(''))
    .filter((text) => /[^*]/.test(text));
  const command = fc.oneof(
    glob.map((text) => `Bash:${text}`),
    glob.map((text) => `Bash:~${text}`),
    glob.map((text) => `Bash:command=${text},timeout=5`),
    glob.map((text) => `Bash(${text})`),
    glob.map((text) => `Bash(${text.trimEnd()}:*)`),
    glob.map((text) => `Bash|Write:${text}`),
    fc.constantFrom('*:a*', 'Write', 'Write:f', 'Write:*', '@read-only', 'Bash:@read-only', '@network'),
  );
  const everyCommand = fc.tuple(
    fc.constantFrom('Bash', '*', 'B*', 'Bash:timeout=5', 'Bash:timeout=*'),
    fc.constantFrom<Action>('allow', 'deny', 'ask'),
  );
  const simple = [
    'a',
    'b',
    'a b',
    'aa',
    'ab',
    'b a',
    '"a" b',
    '/bin/a b',
    'A=1 a',
    'LANG=C A=1 a b',
    'A=1 b',
    '$X a',
    'a > f',
    'a b > f',
    'b 2> f',
    'a $(b)',
    'A=1',
    'PATH=a',
  ];
  const lines = simple.flatMap((one) => [
    one,
    ` ${one} `,
    ...simple.flatMap((two, index) => (index % 2 === 0 ? `${one} && ${two}` : `${one}; ${two}`)),
  ]);
  const calls = [...lines, '', '# a', '> f', 'a "'].flatMap((text) => [
    call('Bash', { command: text }),
    withClasses(call('Bash', { command: text }), SOME_CLASSES),
    call('Bash', { command: text, timeout: 5 }),
  ]);

  test('commands', () => {
    fc.assert(
      fc.property(listOf(command, everyCommand), (list) => expectShadowsNeverDecide(list, calls)),
      { numRuns: runs(150) },
    );
  });

  test('paths and links', () => {
    const path = fc
      .array(fc.constantFrom('a', 'b', 'link', '/', '*', '**', '{a,b}', '[ab]'), { minLength: 1, maxLength: 5 })
      .chain((pieces) => fc.constantFrom('', '/', '/w/', '~/', './').map((start) => `Read:${start}${pieces.join('')}`));
    const paths = [
      'a',
      'b',
      'link',
      'a/b',
      'link/b',
      'b/link',
      'link/link',
      'ab',
      '/',
      '/a',
      '/w',
      '/w/a',
      '/h/a',
      '~/b',
      '/link/a/b',
    ];
    const any = fc.oneof(
      { arbitrary: path, weight: 5 },
      { arbitrary: fc.constantFrom('Read', '*', 'R*', 'Read:limit=1', '*:a/**'), weight: 1 },
    );
    const reads = [...paths.map((text) => ({ path: text })), { path: 'a', limit: 1 }, {}].map((input) =>
      call('Read', input),
    );
    fc.assert(
      fc.property(listOf(any), (list) => expectShadowsNeverDecide(list, reads)),
      { numRuns: runs(150) },
    );
  });

  test('searches', () => {
    const path = fc
      .array(fc.constantFrom('a', 'b', 'link', '/', '*', '**', '{a,b}'), { minLength: 1, maxLength: 4 })
      .chain((pieces) => fc.constantFrom('', '/', '/w/', './').map((start) => start + pieces.join('')));
    const tool = fc.constantFrom('Read', 'Read', 'Grep', 'Glob', 'G*', '*');
    const any = fc.oneof(
      { arbitrary: fc.tuple(tool, path).map((parts) => parts.join(':')), weight: 6 },
      {
        arbitrary: fc.constantFrom('Read', '*', 'Grep', 'Read:limit=1', 'Grep:path=*', 'Glob:path=a/**,pattern=x'),
        weight: 1,
      },
    );
    const paths = ['a', 'A', 'b', 'link', 'a/b', 'link/b', 'b/link', 'a/b/a', '.', '/', '/a', '/w', '/w/a', '/link/a'];
    const inputs = [...paths.map((text) => ({ path: text, pattern: 'x' })), { pattern: 'x' }, {}];
    const searches = inputs.flatMap((input) => ['Grep', 'Glob', 'Read'].map((name) => call(name, input)));
    fc.assert(
      fc.property(listOf(any), (list) => expectShadowsNeverDecide(list, searches)),
      { numRuns: runs(150) },
    );
  });

  test('urls', () => {
    const url = fc
      .tuple(
        fc.constantFrom('https://', 'http://', '*://', ''),
        fc.constantFrom('a.test', '*.test', '*', 'u@a.test'),
        fc.constantFrom('', '/', '/*', '/x', '*'),
      )
      .map((parts) => `WebFetch:${parts.join('')}`);
    const urls = [
      'https://a.test',
      'https://a.test/',
      'https://a.test/x',
      'https://b.a.test/x',
      'http://a.test./x',
      'https://u@a.test/x',
      'no url',
      '',
      'https://A.test:443/x?y',
    ];
    const fetches = urls.map((text) => call('WebFetch', { url: text }));
    fc.assert(
      fc.property(listOf(fc.oneof(url, fc.constantFrom('WebFetch', '*'))), (list) =>
        expectShadowsNeverDecide(list, fetches),
      ),
      { numRuns: runs(150) },
    );
  });

  test('fields and tool names', () => {
    const field = fc.constantFrom('x=1', 'x=*', 'x=?', 'y=a*', 'x=1,y=*', 'y=ab,x=*', 'z.w=1');
    const name = fc.constantFrom('mcp__s__t', 'mcp__s__*', 'mcp__*', 'mcp__?__t', '*');
    const any = fc.oneof(
      name,
      fc.tuple(name, field).map((parts) => parts.join(':')),
    );
    const values: readonly unknown[] = [1, '1', '2', ['1', '2'], ['1'], [], { w: '1' }, null];
    const inputs = values.flatMap((x) => ['ab', 'b', ['ab', 'b'], undefined].map((y) => ({ x, y, z: { w: 1 } })));
    const calls = ['mcp__s__t', 'mcp__s__u', 'mcp__r__t', 'other'].flatMap((tool) =>
      inputs.map((input) => call(tool, input)),
    );
    fc.assert(
      fc.property(listOf(any), (list) => expectShadowsNeverDecide(list, calls)),
      { numRuns: runs(150) },
    );
  });
});
