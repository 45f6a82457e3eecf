import { expect, test } from 'vitest';
import { adviceIn } from '../../src/session-services/rule-advice.ts';

const ASKED = { kind: 'asked', tool: 'Bash', call: 'npm test', count: 9, spared: 8, patterns: ['Bash:npm test'] };

test.each([
  [
    { proposals: [ASKED] },
    '8 questions about `npm test`: `caliban perms learn --from log` would propose to allow `Bash:npm test`',
  ],
  [
    { proposals: [{ ...ASKED, kind: 'left-to-host', patterns: ['@read-only', 'Bash:npm test'] }] },
    '8 calls left to the agent: `npm test`: `caliban perms learn --from log` would propose to allow `@read-only` and `Bash:npm test`',
  ],
  [
    { proposals: [{ ...ASKED, tool: 'Edit', call: 'src/', patterns: ['Edit:src/**'] }] },
    '8 questions about Edit src/: `caliban perms learn --from log` would propose to allow `Edit:src/**`',
  ],
  [{ proposals: [] }, null],
  [{}, null],
])('%j', (stats, advice) => {
  expect(adviceIn(JSON.stringify(stats))).toBe(advice);
});

test('output that is not JSON gives no advice', () => {
  expect(adviceIn('no decisions')).toBeNull();
});
