import { expect, test } from 'vitest';
import { forgetWhenLeavingAuto } from '../../src/filter/forget-when-leaving-auto.ts';
import { SharedPermissionMode } from '../../src/state/shared-permission-mode.ts';

test('forgets each time auto mode is left, and only then', () => {
  const mode = new SharedPermissionMode({ mode: 'auto', latched: true });
  let forgotten = 0;
  const stop = forgetWhenLeavingAuto(() => forgotten++, mode);
  const after = (step: () => void) => {
    step();
    return forgotten;
  };
  expect([
    after(() => mode.switchTo('auto')),
    after(() => mode.dropLatch()), // still in auto
    after(() => mode.switchTo('plan')),
    after(() => mode.switchTo('default')),
    after(() => mode.switchTo('auto')),
    after(() => mode.cycle()),
    after(() => {
      stop();
      mode.switchTo('auto');
      mode.switchTo('plan');
    }),
  ]).toEqual([0, 0, 1, 1, 1, 2, 2]);
});
