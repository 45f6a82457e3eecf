import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ModeChange, type ModeStart, SharedPermissionMode } from '../../src/state/shared-permission-mode.ts';
import { PERMISSION_MODES, type PermissionMode } from '../../src/types/permission-mode.ts';

const ENFORCED = '/etc/caliban/permissions.toml:2';

function modeAt(mode: PermissionMode, more: Partial<ModeStart> = {}): SharedPermissionMode {
  return new SharedPermissionMode({ mode, latched: false, ...more });
}

const NEEDS_LATCH = {
  kind: 'refused',
  mode: 'default',
  reason: 'bypassPermissions needs --allow-dangerously-skip-permissions at start',
};

function refusedByEnforce(mode: PermissionMode) {
  return { kind: 'refused', mode: 'default', reason: `${mode} is refused: enforce is set in ${ENFORCED}` };
}

describe('cycle', () => {
  test.each<[string, PermissionMode, Partial<ModeStart>, unknown]>([
    ['', 'default', {}, { kind: 'switched', mode: 'acceptEdits' }],
    ['', 'acceptEdits', {}, { kind: 'switched', mode: 'plan' }],
    ['', 'plan', {}, { kind: 'switched', mode: 'auto' }],
    ['', 'auto', {}, { kind: 'switched', mode: 'dontAsk' }],
    ['without the latch', 'dontAsk', {}, NEEDS_LATCH],
    ['with the latch', 'dontAsk', { latched: true }, { kind: 'switched', mode: 'bypassPermissions' }],
    ['with the latch', 'bypassPermissions', { latched: true }, { kind: 'switched', mode: 'default' }],
    [
      'without permissions',
      'default',
      { isDisabled: true },
      {
        kind: 'refused',
        mode: 'default',
        reason: 'no mode applies with --no-permissions',
      },
    ],
    ['under enforce', 'plan', { enforcedBy: ENFORCED }, { kind: 'switched', mode: 'auto' }],
    ['under enforce', 'auto', { enforcedBy: ENFORCED }, refusedByEnforce('dontAsk')],
  ])('%s from %s', (_, from, more, expected) => {
    const mode = modeAt(from, more);
    const result = mode.cycle();
    expect(result).toEqual(expected);
    expect(mode.current).toBe(result.mode);
  });
});

describe('switchTo', () => {
  test.each<[PermissionMode, Partial<ModeStart>, unknown]>([
    ['plan', {}, { kind: 'switched', mode: 'plan' }],
    ['acceptEdits', {}, { kind: 'switched', mode: 'acceptEdits' }], // where it already is
    ['bypassPermissions', {}, NEEDS_LATCH],
    ['bypassPermissions', { latched: true }, { kind: 'switched', mode: 'bypassPermissions' }],
    ['bypassPermissions', { latched: true, enforcedBy: ENFORCED }, refusedByEnforce('bypassPermissions')],
    ['dontAsk', { enforcedBy: ENFORCED }, refusedByEnforce('dontAsk')],
    ['auto', { enforcedBy: ENFORCED }, { kind: 'switched', mode: 'auto' }],
  ])('%s %j', (to, more, expected) => {
    const mode = modeAt('acceptEdits', more);
    const result = mode.switchTo(to);
    expect(result).toEqual(expected);
    expect(mode.current).toBe(result.mode);
  });
});

describe('the start', () => {
  test.each<[ModeStart, PermissionMode, boolean]>([
    [{ mode: 'plan', latched: false }, 'plan', false],
    [{ mode: 'plan', latched: true }, 'plan', true],
    [{ mode: 'bypassPermissions', latched: true }, 'bypassPermissions', true],
    [{ mode: 'bypassPermissions', latched: false }, 'default', false],
    [{ mode: 'bypassPermissions', latched: true, enforcedBy: ENFORCED }, 'default', false],
    [{ mode: 'dontAsk', latched: false, enforcedBy: ENFORCED }, 'default', false],
    [{ mode: 'auto', latched: true, enforcedBy: ENFORCED }, 'auto', false],
  ])('%j', (start, current, latched) => {
    const mode = new SharedPermissionMode(start);
    expect([mode.current, mode.latched]).toEqual([current, latched]);
  });
});

describe('dropLatch', () => {
  test.each<[PermissionMode, boolean, boolean, PermissionMode]>([
    ['bypassPermissions', true, true, 'default'],
    ['plan', true, true, 'plan'],
    ['plan', false, false, 'plan'],
  ])('in %s, latched %s', (from, latched, dropped, after) => {
    const mode = modeAt(from, { latched });
    expect([mode.dropLatch(), mode.latched, mode.current]).toEqual([dropped, false, after]);
  });

  test('there is no way back', () => {
    const mode = modeAt('bypassPermissions', { latched: true });
    mode.dropLatch();
    expect([mode.switchTo('bypassPermissions'), mode.dropLatch()]).toEqual([NEEDS_LATCH, false]);
  });
});

describe('onChange', () => {
  test('tells of every change of mode or latch, and of nothing else', () => {
    const mode = modeAt('default', { latched: true });
    const heard: ModeChange[] = [];
    const stop = mode.onChange((change) => heard.push(change));
    mode.switchTo('default');
    mode.switchTo('bypassPermissions');
    mode.dropLatch();
    mode.cycle();
    stop();
    mode.cycle();
    expect(heard).toEqual([
      { mode: 'bypassPermissions', previous: 'default', latched: true },
      { mode: 'default', previous: 'bypassPermissions', latched: false },
      { mode: 'acceptEdits', previous: 'default', latched: false },
    ]);
  });

  test('a listener that fails keeps nobody else from hearing, and the mode is changed', () => {
    const mode = modeAt('auto');
    const heard: PermissionMode[] = [];
    mode.onChange(() => {
      throw new Error('boo');
    });
    mode.onChange((change) => heard.push(change.mode));
    expect(() => mode.switchTo('plan')).toThrow('a listener to the permission mode failed');
    expect([mode.current, heard]).toEqual(['plan', ['plan']]);
  });

  test('one function, subscribed twice, is told twice and can stop once', () => {
    const mode = modeAt('default');
    let told = 0;
    const count = () => {
      told++;
    };
    const stop = mode.onChange(count);
    mode.onChange(count);
    mode.cycle();
    stop();
    stop();
    mode.cycle();
    expect(told).toBe(3);
  });
});

test('whatever is pressed: bypass only with the latch, and nothing loose under enforce', () => {
  const press = fc.constantFrom('cycle', 'drop', ...PERMISSION_MODES);
  const start = fc.record({
    mode: fc.constantFrom(...PERMISSION_MODES),
    latched: fc.boolean(),
    enforcedBy: fc.constantFrom(undefined, ENFORCED),
  });
  fc.assert(
    fc.property(start, fc.array(press), (from, presses) => {
      const mode = new SharedPermissionMode(from);
      for (const key of presses) {
        if (key === 'cycle') mode.cycle();
        else if (key === 'drop') mode.dropLatch();
        else mode.switchTo(key);
        expect(mode.current === 'bypassPermissions' && !mode.latched).toBe(false);
        if (from.enforcedBy !== undefined) {
          expect([mode.latched, ['dontAsk', 'bypassPermissions'].includes(mode.current)]).toEqual([false, false]);
        }
      }
    }),
  );
});
