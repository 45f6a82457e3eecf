import {
  type Action,
  absolutePath,
  createRuleBook,
  DEFAULT_RULES,
  describeCall,
  judge,
  type Layer,
  parsePattern,
  type Rule,
  type RuleBook,
  type Surroundings,
} from '@caliban/gate';
import { listedBook } from '@caliban/gate/internal/judge/listed-book';
import { formatPattern } from '@caliban/gate/internal/pattern/format-pattern';
import { isPlainPattern } from '@caliban/gate/internal/pattern/plain-pattern';
import { UnreadRule } from '@caliban/gate/internal/pattern/unread-rule';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bytesInMemory, PackReader } from '../../src/packed/pack-reader.ts';
import { packRules } from '../../src/packed/pack-rules.ts';
import { packedBook } from '../../src/packed/packed-book.ts';

const SURROUNDINGS: Surroundings = {
  workspace: absolutePath('/repo'),
  home: absolutePath('/home/me'),
  // Whatever stands below `link` is really in /etc.
  realPath: (path) => (path.startsWith('/repo/link/') ? absolutePath(path.replace('/repo/link', '/etc')) : path),
};

describe('a packed rule book, and one just read, say what the compiled list says', () => {
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
          const [compiled, ...others] = books([...rules, ...DEFAULT_RULES], foldPaths);
          for (const { tool, input } of calls) {
            const described = describeCall({ tool, input, surroundings: { ...SURROUNDINGS, foldsCase: foldPaths } });
            for (const book of others) expect(judge(book, described)).toEqual(judge(compiled, described));
          }
        },
      ),
      { numRuns: 1500 },
    );
  });
});

function expectSame(rules: readonly Rule[], tool: string, input: unknown): void {
  const [compiled, ...others] = books([...rules, ...DEFAULT_RULES], false);
  const call = describeCall({ tool, input, surroundings: SURROUNDINGS });
  for (const book of others) expect(judge(book, call)).toEqual(judge(compiled, call));
}

function books(
  rules: readonly Rule[],
  foldPaths: boolean,
): [compiled: RuleBook, packed: RuleBook, listed: RuleBook, unread: RuleBook] {
  const lockedLayers = ['managed', 'user'] as const;
  const about = { warnings: [], unaccepted: null, places: '', build: '', settings: {}, sources: [], packedAt: '0' };
  const bytes = packRules(rules, { ...about, foldPaths, lockedLayers });
  return [
    createRuleBook(rules, { foldPaths, lockedLayers }),
    packedBook(new PackReader(bytesInMemory(bytes))),
    listedBook(rules, { foldPaths, lockedLayers }),
    listedBook(rules.map(unread), { foldPaths, lockedLayers }),
  ];
}

/** As a file in our own layout leaves it. */
function unread(rule: Rule): Rule {
  const text = formatPattern(rule.pattern);
  return isPlainPattern(text) ? new UnreadRule(text, rule) : rule;
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
