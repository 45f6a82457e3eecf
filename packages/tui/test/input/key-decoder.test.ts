import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { KeyPress } from '../../src/input/key.ts';
import { KeyDecoder } from '../../src/input/key-decoder.ts';

/** `ctrl+shift+b`, `paste:…`: readable in a table. */
function named(presses: readonly KeyPress[]): string {
  return presses
    .map((press) => {
      if (press.kind === 'paste') return `paste:${press.text}`;
      const { ctrl, alt, shift, key } = press;
      return [ctrl ? 'ctrl' : '', alt ? 'alt' : '', shift ? 'shift' : '', key].filter((word) => word !== '').join('+');
    })
    .join(' ');
}

function decoded(...chunks: readonly string[]): string {
  const decoder = new KeyDecoder();
  return named([...chunks.flatMap((chunk) => decoder.feed(chunk)), ...decoder.flush()]);
}

describe('KeyDecoder', () => {
  test.each([
    ['a', 'a'],
    ['Zü€', 'Z ü €'],
    ['👩‍👧', '👩‍👧'],
    ['\r', 'enter'],
    ['\n', 'ctrl+j'],
    ['\t', 'tab'],
    ['\u007f', 'backspace'],
    ['\u0003', 'ctrl+c'],
    ['\u0002', 'ctrl+b'],
    ['\u0000', 'ctrl+ '],
    ['\u001b', 'escape'],
    ['\u001b\u001b', 'escape escape'],
    ['\u001bb', 'alt+b'],
    ['\u001b\r', 'alt+enter'],
    ['\u001b[A\u001b[B\u001b[C\u001b[D', 'up down right left'],
    ['\u001bOA', 'up'],
    ['\u001b[H\u001b[F\u001b[1~\u001b[4~', 'home end home end'],
    ['\u001b[3~\u001b[5~\u001b[6~', 'delete pageup pagedown'],
    ['\u001b[1;5C', 'ctrl+right'],
    ['\u001b[Z', 'shift+tab'],
    ['\u001b[9;2u', 'shift+tab'],
    // ctrl+shift+b: kitty, kitty with the shifted letter, xterm, tmux after modifyOtherKeys
    ['\u001b[98;6u', 'ctrl+shift+b'],
    ['\u001b[98:66;6u', 'ctrl+shift+b'],
    ['\u001b[66;6u', 'ctrl+shift+b'],
    ['\u001b[27;6;66~', 'ctrl+shift+b'],
    ['\u001b[27;6;98~', 'ctrl+shift+b'],
    ['\u001b[97u', 'a'],
    ['\u001b[97;2u', 'A'],
    ['\u001b[97;1:3u', ''],
    ['\u001b[13;2u', 'shift+enter'],
    ['\u001b[13u', 'enter'],
    ['\u001b[27u', 'escape'],
    ['\u001b[200~rm -rf y\r\u001b[201~', 'paste:rm -rf y\r'],
    ['\u001b[200~a\u001b[Ab\u001b[201~c', 'paste:a\u001b[Ab c'],
    // answers of the terminal are nobody's keys
    ['\u001b[?1u', ''],
    ['\u001b[?62;4c', ''],
    ['\u001b]11;rgb:00/00/00\u0007y', 'y'],
    ['\u001bP1$r0m\u001b\\y', 'y'],
    ['\u001b[I', ''],
    ['\u001b[<0;1;1M', ''],
    ['\u001b[1;5', ''],
    ['\u001b[12\u0001', 'ctrl+a'],
    ['\u001b[57358u', ''],
    ['\u001b[99999999999u', ''],
  ])('%j is %s', (bytes, keys) => {
    expect(decoded(bytes)).toBe(keys);
  });

  test('a paste can come in any number of pieces and stays one', () => {
    fc.assert(
      fc.property(
        fc.string().filter((text) => !text.includes('\u001b[201~')),
        fc.array(fc.nat(40)),
        (text, cuts) => {
          const whole = `\u001b[200~${text}\u001b[201~`;
          const places = [...new Set(cuts.map((cut) => cut % whole.length))].sort((one, other) => one - other);
          const chunks = [...places, whole.length].map((to, index) =>
            whole.slice(index === 0 ? 0 : places[index - 1], to),
          );
          expect(decoded(...chunks)).toBe(`paste:${text}`);
        },
      ),
    );
  });

  test('it ends and yields no control character as text, for any input', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' })), (chunks) => {
        const decoder = new KeyDecoder();
        for (const press of chunks.flatMap((chunk) => decoder.feed(chunk))) {
          if (press.kind === 'key') expect(press.key).not.toMatch(/^[\u0000-\u001f\u007f]/);
        }
      }),
    );
  });
});
