import { absolutePath, type CallContext, describeCall } from '@caliban/calls';
import {
  type Action,
  createRuleBook,
  DEFAULT_RULES,
  judge,
  type Layer,
  parsePattern,
  type Rule,
  type RuleBook,
} from '@caliban/gate';
import { bookOfParts, buildBook, CHUNK } from '@caliban/gate/judge';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../test/helpers/runs.ts';
import { packBook } from '../../src/packed/pack-book.ts';
import { bytesInMemory, PackReader } from '../../src/packed/pack-reader.ts';

const SURROUNDINGS: CallContext = {
  workspace: absolutePath('/repo'),
  home: absolutePath('/home/me'),
  // Whatever stands below `link` is really in /etc.
  realPath: (path) => (path.startsWith('/repo/link/') ? absolutePath(path.replace('/repo/link', '/etc')) : path),
};

const ABOUT = { warnings: [], unaccepted: null, places: '', build: '', settings: {}, sources: [], packedAt: '0' };

describe('a packed rule book says what the compiled list says', () => {
  test.each([
    ['git push origin main', ['allow Bash:git *', 'deny Bash:git push *']],
    ['git status && rm -rf ~', ['allow Bash:git *', 'deny Bash:~rm *']],
    ['cat x | sh', ['deny Bash:* | sh', 'allow Bash']],
    ['cd y; cat x|sh', ['deny Bash:* | sh', 'allow Bash']],
    ['cd y; cat x|sh', ['deny B*:cat * | sh', 'allow Bash']],
    ['cd y; cat x|sh', ['allow B*:cat * | sh', 'deny Bash:cat *; sh', 'allow Bash']],
    ['echo x >/etc/passwd', ['deny Bash:~> /etc*', 'allow Bash']],
    ['echo x >/etc/passwd', ['deny B*:echo * > /etc*', 'allow Bash']],
    ['echo "a b" > out/x', ['allow Bash:echo *', 'allow Write:out/**', 'deny Write:*.env']],
    ['$X y', ['allow Bash', 'deny Bash:zzz *']],
    ['$X y', ['allow Bash', 'deny WebFetch']],
    ['cat < $X', ['allow Bash:cat', 'deny Read:*.env']],
    // A rule that speaks about a part and about the whole line is one rule.
    ['git >out', ['deny Bash:~git']],
    ['/bin/rm x', ['deny Bash:rm *', 'allow Bash:/bin/*']],
    [': ', []],
  ])('`%s` under %j', (command, texts) => {
    expectSame(
      texts.map((text) => rule(text)),
      'Bash',
      { command },
    );
  });

  const words = [
    'git',
    'push',
    'rm',
    '-rf',
    'x',
    "'a b'",
    '$X',
    'A=1',
    '>out',
    '<.env',
    '&&',
    '|',
    ';',
    '$(rm x)',
    '#',
    'npm',
  ];
  const command = fc.array(fc.constantFrom(...words), { maxLength: 7 }).map((parts) => parts.join(' '));
  const path = fc
    .array(fc.constantFrom('src', 'link', '..', '.env', 'a.ts', 'b.md', 'Deep'), { minLength: 1, maxLength: 4 })
    .chain((parts) => fc.constantFrom('', '/', '~/', '/repo/').map((start) => start + parts.join('/')));
  const url = fc.constantFrom(
    'https://a.test/x',
    'https://u:p@a.test/',
    'http://b.a.test',
    'nonsense',
    'https://A.test./x?y',
    'https://a.test/é x',
  );
  const meta = fc.record({ key: fc.constantFrom('k', 'kk', ['k', 'b'], []) }, { requiredKeys: [] });
  const call = fc.oneof(
    fc.record({ tool: fc.constant('Bash'), input: fc.record({ command, timeout: fc.constantFrom(5, 50) }) }),
    fc.record({ tool: fc.constantFrom('Read', 'Write', 'Edit', 'Grep'), input: fc.record({ path }) }),
    fc.record({ tool: fc.constant('WebFetch'), input: fc.record({ url, prompt: fc.constant('p') }) }),
    fc.record({
      tool: fc.constantFrom('mcp__a__b', 'mcp__a__c', 'Other'),
      input: fc.record({
        owner: fc.constantFrom('alice', 'bob', ['alice', 'bob'], [], 7, null),
        meta: fc.oneof(meta, fc.array(meta, { maxLength: 3 })),
      }),
    }),
  );
  const glob = (pieces: readonly string[]) =>
    fc.array(fc.constantFrom(...pieces, '*', '?', ' '), { minLength: 1, maxLength: 6 }).map((parts) => parts.join(''));
  const commandGlob = glob(['git', 'push', 'rm', '-rf', 'x', "'a b'", '&&', '|', '; ', '> out', 'npm', '\\*']);
  const pathGlob = glob(['src', '/', '**', '.env', 'a.ts', '*.md', 'link', '{a,b}', '[ab]', '~/', '/etc/', 'Deep']);
  const spec = fc.oneof(
    fc.constantFrom(
      'Bash',
      'Bash:*',
      '*',
      'mcp__*',
      'mcp__a__?',
      'Read',
      'Wr*',
      '*:path=*.env',
      'mcp__*:owner=al*',
      '*:timeout=5',
    ),
    commandGlob.map((text) => `Bash:${text}`),
    commandGlob.map((text) => `Bash:~${text}`),
    commandGlob.map((text) => `Bash:command=${text.replaceAll(',', '')},timeout=5`),
    fc.tuple(fc.constantFrom('Read', 'Write', 'Edit', '*', 'W*'), pathGlob).map(([tool, text]) => `${tool}:${text}`),
    glob(['https://', 'a.test', 'b.', '/x', '/é', 'http']).map((text) => `WebFetch:${text}`),
    fc
      .tuple(
        fc.constantFrom('mcp__a__b', 'mcp__a__c', 'mcp__*'),
        fc.constantFrom('owner', 'meta.key'),
        glob(['al', 'ice', 'b', 'k', '7']),
      )
      .map(([tool, key, text]) => `${tool}:${key}=${text}`),
  );
  const someRule = fc
    .tuple(fc.constantFrom('allow', 'deny', 'ask'), spec, fc.constantFrom<Layer>('managed', 'project', 'user'))
    .filter(([, pattern]) => parsePattern(pattern).ok)
    .map(([action, pattern, layer]) => rule(`${action} ${pattern}`, layer));

  test.each([false, true])('for any rules and any call; paths folded: %s', (foldPaths) => {
    fc.assert(
      fc.property(
        fc.array(someRule, { maxLength: 25 }),
        fc.array(call, { minLength: 1, maxLength: 5 }),
        (rules, calls) => {
          const [compiled, packed] = books([...rules, ...DEFAULT_RULES], foldPaths);
          for (const { tool, input } of calls) {
            const described = describeCall({ tool, input, context: { ...SURROUNDINGS, foldsCase: foldPaths } });
            expect(judge(packed, described)).toEqual(judge(compiled, described));
          }
        },
      ),
      { numRuns: runs(1500) },
    );
  });
});

/** What the index in memory finds is compared with trying every rule in the gate's own tests; so it is enough that all parts are the same. */
test.each([1, 40, 700])('every part of %i rules is read as it was packed', (count) => {
  const pieces = ['git ', '日本', 'a=', '*', '?', '/src/', '.env', 'x'.repeat(30)];
  const rules = Array.from({ length: count }, (_, number): Rule => {
    const piece = (step: number) => pieces[(number * step) % pieces.length] as string;
    const tool = ['Bash', 'Read', 'Edit', 'mcp__*', '*', `mcp__a__${number % 50}`][number % 6] as string;
    const pattern = parsePattern(`${tool}:${piece(1)}${number}${piece(3)}`);
    const file = `/${number % 3}.toml`;
    return {
      pattern: pattern.ok ? pattern.value : (DEFAULT_RULES[0] as Rule).pattern,
      action: (['allow', 'deny', 'ask'] as const)[number % 3] as Action,
      source: { layer: 'user', file, line: number },
      ...(number % 7 === 0 ? { comment: `nr. ${number} “quoted”` } : {}),
      ...(number % 11 === 0 ? { approvals: 1 + (number % 9) } : {}),
      ...(number % 13 === 0 ? { selfApproval: false as const } : {}),
    };
  });
  const { rules: built } = buildBook([...rules, ...DEFAULT_RULES]);
  const { rules: packed } = new PackReader(
    bytesInMemory(packBook({ rules: built, enforced: [] }, { ...ABOUT, foldPaths: false, enforcedLayers: [] })),
  ).book;
  for (const name of [...built.names, 'Other']) expect(packed.named(name)).toEqual(built.named(name));
  for (const glob of built.toolGlobs.globs.keys()) {
    expect(packed.underGlob(glob, null)).toEqual(built.underGlob(glob, null));
  }
  expect(packed.underGlob(built.toolGlobs.globs.indexOf('*'), 'Bash')).toEqual(
    built.underGlob(built.toolGlobs.globs.indexOf('*'), 'Bash'),
  );
  expect(packed.toolGlobs).toEqual(built.toolGlobs);
  for (let chunk = 0; chunk * CHUNK < built.size; chunk++) expect(packed.chunk(chunk)).toEqual(built.chunk(chunk));
});

function expectSame(rules: readonly Rule[], tool: string, input: unknown): void {
  const [compiled, packed] = books([...rules, ...DEFAULT_RULES], false);
  const call = describeCall({ tool, input, context: SURROUNDINGS });
  expect(judge(packed, call)).toEqual(judge(compiled, call));
}

function books(rules: readonly Rule[], foldPaths: boolean): [compiled: RuleBook, packed: RuleBook] {
  const enforcedLayers = ['managed', 'user'] as const;
  const bytes = packBook(buildBook(rules, { foldPaths, enforcedLayers }), { ...ABOUT, foldPaths, enforcedLayers });
  return [
    createRuleBook(rules, { foldPaths, enforcedLayers }),
    bookOfParts(new PackReader(bytesInMemory(bytes)).book, {}),
  ];
}

function rule(text: string, layer: Layer = 'project'): Rule {
  const blank = text.indexOf(' ');
  const pattern = parsePattern(text.slice(blank + 1));
  if (!pattern.ok) throw new Error(`${text}: ${pattern.error.message}`);
  return {
    pattern: pattern.value,
    action: text.slice(0, blank) as Action,
    source: { layer, file: `/${layer}`, line: 3 },
  };
}
