import { StringDecoder } from 'node:string_decoder';
import { clockTimer } from '../fields/clock-timer.ts';
import { KeyDecoder } from './key-decoder.ts';
import type { KeyHub } from './key-hub.ts';

/** An escape without a continuation within this time was the escape key. */
const ESCAPE_MS = 40;

/** Enabled in the terminal at the start and disabled at the end: bracketed paste, kitty's keys, xterm's keys. */
const KEYS_ON = '\u001b[?2004h\u001b[>1u\u001b[>4;1m';
const KEYS_OFF = '\u001b[>4;0m\u001b[<u\u001b[?2004l';

/** Reads keys from a terminal until it is stopped. */
export function readKeys(
  input: NodeJS.ReadStream,
  output: { write(text: string): unknown },
  hub: KeyHub,
): { readonly stop: () => void } {
  const decoder = new KeyDecoder();
  const text = new StringDecoder('utf8');
  let callOff = () => {};

  function onData(chunk: Buffer): void {
    callOff();
    for (const press of decoder.feed(text.write(chunk))) hub.dispatch(press);
    if (decoder.isWaiting) callOff = clockTimer.after(ESCAPE_MS, onSilence);
  }

  function onSilence(): void {
    for (const press of decoder.flush()) hub.dispatch(press);
  }

  input.setRawMode?.(true);
  input.on('data', onData);
  input.resume();
  output.write(KEYS_ON);
  return {
    stop() {
      callOff();
      output.write(KEYS_OFF);
      input.off('data', onData);
      input.setRawMode?.(false);
      input.pause();
    },
  };
}
