import { PERMISSION_MODES } from '@caliban/gate/internal/types/permission-mode';
import { describe, expect, test } from 'vitest';
import { lineText } from '../../src/screen/line.ts';
import { type StatusFacts, statusLine } from '../../src/session/status-line.ts';

const FACTS: StatusFacts = {
  mode: 'default',
  latched: false,
  isDisabled: false,
  model: 'made:model',
  workspace: '/home/somebody/caliban',
  usage: { inputTokens: 12_000, outputTokens: 340, cachedInputTokens: 0 },
  runningMs: 12_000,
};

describe('statusLine', () => {
  test.each([
    [{}, 80, 'made:model · /home/somebody/caliban · 12.3k tokens · 12s'],
    [{ mode: 'plan' }, 80, '[plan] made:model · /home/somebody/caliban · 12.3k tokens · 12s'],
    [{ mode: 'auto', latched: true }, 40, '[auto] [bypass latch] made:model · 12s'],
    // chips are never cut
    [{ mode: 'bypassPermissions', latched: true }, 36, '[bypassPermissions] [bypass latch] '],
    [{ isDisabled: true }, 40, '[no permissions] made:model · …/caliban'],
    [{ model: '\u001b[2Jx' }, 30, '\\e[2Jx · …/caliban · 12s'],
  ] as const)('%j in %i columns', (facts, columns, text) => {
    expect(lineText(statusLine({ ...FACTS, ...facts }, columns))).toBe(text);
  });

  test.each([
    ['default', null],
    ['acceptEdits', 'good'],
    ['plan', 'accent'],
    ['auto', 'calm'],
    ['dontAsk', 'warning'],
    ['bypassPermissions', 'danger'],
  ] as const)('the chip of %s is %s', (mode, tone) => {
    const chip = statusLine({ ...FACTS, mode }, 80).find(({ text }) => text.startsWith('['));
    expect(chip?.tone ?? null).toBe(tone);
  });

  test.each(PERMISSION_MODES)('the latch is seen in %s', (mode) => {
    expect(statusLine({ ...FACTS, mode, latched: true }, 40)).toContainEqual({ text: '[bypass latch] ', tone: 'bad' });
  });
});
