import { parseAuditLine } from '@caliban/storage/audit';
import { expect, test } from 'vitest';
import { LogDigest } from '../../src/page/log-digest.ts';

function asked(ts: string, command: string) {
  const because = { kind: 'operator', answer: 'allow once', by: 'operator', over: {} };
  const entry = {
    ts,
    session_id: 's',
    tool_name: 'Bash',
    input: { command },
    action: 'ask',
    outcome: 'allow',
    because,
  };
  const { line } = parseAuditLine(JSON.stringify(entry));
  if (line === null || !('entry' in line)) throw new Error('the line is not read');
  return line;
}

test('a session that goes on after midnight: each day has its own questions, and those that a rule would have spared', () => {
  const digest = new LogDigest();
  for (const minute of [0, 1, 2, 3]) digest.add(asked(new Date(2026, 10, 19, 23, minute).toISOString(), 'make all'));
  for (const minute of [0, 1]) digest.add(asked(new Date(2026, 10, 20, 0, minute).toISOString(), 'make all'));
  digest.add(asked(new Date(2026, 10, 20, 0, 5).toISOString(), 'npm publish'));
  const [first, second] = ['2026-11-19', '2026-11-20'].map((day) => digest.day(day));
  expect([first?.total.asked, first?.spared, second?.total.asked, second?.spared]).toEqual([4, 4, 3, 2]);
  expect(second?.sessions).toMatchObject([{ asked: 7, spared: 6 }]);
});
