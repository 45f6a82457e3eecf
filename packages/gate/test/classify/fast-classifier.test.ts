import { describe, expect, test } from 'vitest';
import { classifierRequest } from '../../src/classify/fast-classifier.ts';
import { madeCall } from '../helpers/made-calls.ts';

describe('classifierRequest', () => {
  test('a small input is shown in full', () => {
    const call = madeCall('Bash', { input: { command: 'ls', b: 1, a: 2 } });
    const text = '{"a":2,"b":1,"command":"ls"}';
    expect(classifierRequest(call)).toEqual({ call, canonicalInput: text, shownInput: text, cut: false });
  });

  test('exactly 4 KiB is still in full', () => {
    const call = madeCall('Bash', { input: 'x'.repeat(4094) });
    expect(classifierRequest(call).cut).toBe(false);
  });

  test('more is cut in the middle, with a mark, both ends kept', () => {
    const call = madeCall('Bash', { input: { command: `echo ${'x'.repeat(5000)}; rm -rf ~` } });
    const { canonicalInput, shownInput, cut } = classifierRequest(call);
    expect({
      cut,
      inFull: canonicalInput?.length,
      start: shownInput.slice(0, 20),
      mark: /\[….*…\]/.exec(shownInput)?.[0],
      end: shownInput.slice(-14),
      bytes: Buffer.byteLength(shownInput),
    }).toEqual({
      cut: true,
      inFull: 5029,
      start: '{"command":"echo xxx',
      mark: '[…963 bytes cut here…]',
      end: 'xx; rm -rf ~"}',
      bytes: 4094,
    });
  });

  test('an input that is no JSON is never taken as shown', () => {
    const call = madeCall('Bash', { input: { command: 1n } });
    expect(classifierRequest(call)).toEqual({
      call,
      canonicalInput: null,
      shownInput: '(the input cannot be shown: a value of type bigint is no JSON)',
      cut: true,
    });
  });
});
