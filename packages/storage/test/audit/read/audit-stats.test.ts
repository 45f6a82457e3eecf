import type { AuditEntry } from '@caliban/gate';
import { expect, test } from 'vitest';
import { AuditTally } from '../../../src/audit/read/audit-stats.ts';
import { parseAuditLine } from '../../../src/audit/read/logged-entry.ts';
import { TopCounts } from '../../../src/audit/read/top-counts.ts';
import { line } from '../helpers/entries.ts';

function tally(...entries: readonly Partial<AuditEntry>[]): AuditTally {
  const sum = new AuditTally();
  for (const special of entries) {
    const parsed = parseAuditLine(line(special).trimEnd()).line;
    if (parsed !== null && 'entry' in parsed) sum.add(parsed);
  }
  return sum;
}

const ASK = {
  pattern: 'Bash',
  action: 'ask',
  layer: 'builtin',
  file: undefined,
  line: undefined,
  comment: undefined,
} as const;
const over = { action: 'ask', because: { kind: 'rule' } } as const;
const asked = (command: string, answer: 'allow once' | 'reject once'): Partial<AuditEntry> => ({
  input: { command },
  action: 'ask',
  outcome: answer === 'allow once' ? 'allow' : 'deny',
  rule: ASK,
  because: { kind: 'operator', answer, by: 'operator', over },
});

test('a sum of everything', () => {
  const sum = tally(
    {},
    { ts: '2026-11-15T08:00:00.000Z', tool_name: 'Read', input: { path: '/repo/a.ts' } },
    asked('npm test a', 'allow once'),
    asked('npm test b', 'allow once'),
    asked('npm test', 'allow once'),
    asked('rm -rf x', 'allow once'),
    asked('rm -rf y', 'allow once'),
    asked('rm -rf y', 'allow once'),
    asked('rm -rf z', 'reject once'),
    { ...asked('ls', 'allow once'), because: { kind: 'operator', answer: 'allow once', by: 'auto-allow', over } },
    {
      tool_name: 'WebFetch',
      input: { url: 'https://a.test/x?y' },
      action: 'deny',
      outcome: 'deny',
      session_id: 's-2',
      rule: undefined,
    },
  );
  expect(sum.stats()).toEqual({
    decisions: 11,
    from: '2026-11-15T08:00:00.000Z',
    to: '2026-11-15T09:30:00.000Z',
    outcomes: { allow: 9, deny: 2, 'handed-over': 0, 'left-to-host': 0 },
    unasked: { allowed: 2, denied: 1 },
    asked: { count: 8, ran: 7, refused: 1, noAnswerSeen: 0 },
    leftToHost: { count: 0, ran: 0, refused: 0, noAnswerSeen: 0 },
    mostAsked: [
      { tool: 'Bash', call: 'rm', count: 4, ran: 3, refused: 1, noAnswerSeen: 0 },
      { tool: 'Bash', call: 'npm test', count: 3, ran: 3, refused: 0, noAnswerSeen: 0 },
      { tool: 'Bash', call: 'ls', count: 1, ran: 1, refused: 0, noAnswerSeen: 0 },
    ],
    mostDenied: [
      { tool: 'Bash', call: 'rm', count: 1 },
      { tool: 'WebFetch', call: 'https://a.test', count: 1 },
    ],
    alwaysAllowed: [{ tool: 'Bash', call: 'npm test', count: 3 }],
    rules: [
      { pattern: 'Bash', action: 'ask', layer: 'builtin', count: 8 },
      { pattern: 'Bash:git *', action: 'allow', layer: 'project', file: '/repo/.caliban/permissions.toml', count: 2 },
    ],
    tools: [
      { name: 'Bash', count: 9, asked: 8, denied: 1 },
      { name: 'Read', count: 1, asked: 0, denied: 0 },
      { name: 'WebFetch', count: 1, asked: 0, denied: 1 },
    ],
    sessions: [
      { name: 's-1', count: 10, asked: 8, denied: 1 },
      { name: 's-2', count: 1, asked: 0, denied: 1 },
    ],
    projects: [{ name: '/repo', count: 11, asked: 8, denied: 2 }],
    hosts: [{ name: 'claude-code', count: 11, asked: 8, denied: 2 }],
    isApproximate: false,
  });
});

test('a compound command is counted by the part that decided', () => {
  const part = { kind: 'command', text: 'git push -f', number: 2, of: 2 } as const;
  const { mostAsked } = tally({ ...asked('cd x && git push -f', 'allow once'), part }).stats();
  expect(mostAsked).toEqual([{ tool: 'Bash', call: 'git push', count: 1, ran: 1, refused: 0, noAnswerSeen: 0 }]);
});

test('every rule that a compound command needed is credited', () => {
  const rule = (pattern: string, part: number) =>
    ({ part, pattern, action: 'allow', layer: 'user', file: undefined, line: undefined }) as const;
  const { rules } = tally({ rules: [rule('Bash:npm test', 1), rule('Bash:tail *', 2)] }, { rules: undefined }).stats();
  expect(rules.map(({ pattern, count }) => [pattern, count])).toEqual([
    ['Bash:npm test', 1],
    ['Bash:tail *', 1],
    ['Bash:git *', 1],
  ]);
});

test.each([
  ['ran', { ran: 3, refused: 0, noAnswerSeen: 0 }, 1],
  ['failed', { ran: 3, refused: 0, noAnswerSeen: 0 }, 1],
  ['refused', { ran: 0, refused: 3, noAnswerSeen: 0 }, 0],
  [undefined, { ran: 0, refused: 0, noAnswerSeen: 3 }, 0],
] as const)('asked three times by the host: %s', (answer, counts, advised) => {
  const sum = new AuditTally();
  const { line: parsed } = parseAuditLine(line({ action: 'ask', outcome: 'handed-over' }).trimEnd());
  if (parsed === null || !('entry' in parsed)) throw new Error('not a decision');
  for (let times = 0; times < 3; times++) sum.add(answer === undefined ? parsed : { ...parsed, answer });
  const stats = sum.stats();
  expect([stats.asked, stats.alwaysAllowed.length]).toEqual([{ count: 3, ...counts }, advised]);
});

test('an outcome of another version was left to the host', () => {
  const text = line({}).trimEnd().replace('"outcome":"allow"', '"outcome":"left-to-host"');
  const sum = new AuditTally();
  const { line: parsed } = parseAuditLine(text);
  if (parsed !== null && 'entry' in parsed) sum.add({ ...parsed, answer: 'ran' });
  expect(sum.stats().leftToHost).toEqual({ count: 1, ran: 1, refused: 0, noAnswerSeen: 0 });
});

test('nothing yet', () => {
  expect(new AuditTally().stats()).toMatchObject({ decisions: 0, from: null, to: null, mostAsked: [], rules: [] });
});

test('counting forgets the rare, never the frequent', () => {
  const counts = new TopCounts(100);
  for (let number = 0; number < 10_000; number++) {
    counts.add(`rare${number}`);
    if (number % 3 === 0) counts.add('frequent');
  }
  expect(counts.top(1)).toEqual([['frequent', 3_334]]);
  expect(counts.top(1_000).length).toBeLessThanOrEqual(100);
  expect(counts.isApproximate).toBe(true);
});
