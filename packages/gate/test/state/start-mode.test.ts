import { describe, expect, test } from 'vitest';
import type { ModeStart } from '../../src/state/shared-permission-mode.ts';
import { startMode } from '../../src/state/start-mode.ts';

const enforcedBy = '/etc/caliban/permissions.toml:2';

describe('startMode', () => {
  test.each<[ModeStart, string]>([
    [
      { mode: 'bypassPermissions', latched: false },
      'bypassPermissions needs --allow-dangerously-skip-permissions at start',
    ],
    [
      { mode: 'bypassPermissions', latched: false, enforcedBy },
      `bypassPermissions is refused: enforce is set in ${enforcedBy}`,
    ],
    [{ mode: 'dontAsk', latched: false, enforcedBy }, `dontAsk is refused: enforce is set in ${enforcedBy}`],
    [
      { mode: 'default', latched: true, enforcedBy },
      `--allow-dangerously-skip-permissions is refused: enforce is set in ${enforcedBy}`,
    ],
  ])('%j aborts', (start, error) => {
    expect(startMode(start)).toEqual({ ok: false, error });
  });

  test.each<[ModeStart]>([
    [{ mode: 'default', latched: false }],
    [{ mode: 'dontAsk', latched: false }],
    [{ mode: 'plan', latched: true }],
    [{ mode: 'bypassPermissions', latched: true }],
    [{ mode: 'auto', latched: false, enforcedBy }],
  ])('%j starts', (start) => {
    const started = startMode(start);
    expect(started.ok && [started.value.current, started.value.latched]).toEqual([start.mode, start.latched]);
  });
});
