import { PERMISSION_MODES } from '@caliban/gate/types';
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
    [{}, 80, '[default] made:model · /home/somebody/caliban · 12.3k tokens · 12s'],
    [{ mode: 'plan' }, 80, '[plan] made:model · /home/somebody/caliban · 12.3k tokens · 12s'],
    [{ mode: 'auto', latched: true }, 40, '[auto] [bypass latch] made:model · 12s'],
    [{ runningMs: null }, 100, '[default] made:model · /home/somebody/caliban · 12.3k tokens · Shift+Tab: mode'],
    [{ mode: 'dontAsk' }, 80, '[dontAsk] nothing is asked · made:model · /home/somebody/caliban · 12.3k tokens'],
    // chips are never cut
    [{ mode: 'bypassPermissions', latched: true }, 36, '[bypassPermissions] [bypass latch] '],
    [{ isDisabled: true }, 40, '[no permissions] made:model · …/caliban'],
    [{ model: '\u001b[2Jx' }, 40, '[default] \\e[2Jx · …/caliban · 12s'],
  ] as const)('%j in %i columns', (facts, columns, text) => {
    expect(lineText(statusLine({ ...FACTS, ...facts }, columns))).toBe(text);
  });

  test.each([
    ['default', 'dim'],
    ['acceptEdits', 'good'],
    ['plan', 'accent'],
    ['auto', 'calm'],
    ['dontAsk', 'alarm'],
    ['bypassPermissions', 'danger-alarm'],
  ] as const)('the chip of %s is %s', (mode, tone) => {
    const chip = statusLine({ ...FACTS, mode }, 80).find(({ text }) => text.startsWith('['));
    expect(chip?.tone).toBe(tone);
  });

  test.each(PERMISSION_MODES)('the latch is seen in %s', (mode) => {
    expect(statusLine({ ...FACTS, mode, latched: true }, 40)).toContainEqual({ text: '[bypass latch] ', tone: 'bad' });
  });
});
