import { expect, test } from 'vitest';
import { codexHooksAreOff } from '../../../src/hosts/codex/hooks-are-off.ts';

test.each([
  ['', null],
  ['[features]\nhooks = true\n', false],
  ['[features]\nhooks = false # for now\n', true],
  ['[ features ]\r\n  codex_hooks=false\r\n', true],
  ['features.hooks = false', true],
  ['hooks = false', null],
  ['[features]\nweb = true\n[other]\nhooks = false\n', null],
  ['# [features]\n# hooks = false\n', null],
])('%j → %s', (toml, off) => {
  expect(codexHooksAreOff(toml)).toBe(off);
});
