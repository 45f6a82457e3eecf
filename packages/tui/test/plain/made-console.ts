import { PassThrough } from 'node:stream';
import { type PlainConsole, plainConsole } from '../../src/plain/plain-console.ts';

/** A person who types the next line whenever the output ends with what they wait for. */
export function madeConsole(typed: readonly (readonly [after: string, line: string])[]): {
  readonly console: PlainConsole;
  readonly input: PassThrough;
  readonly printed: () => string;
} {
  const input = new PassThrough();
  const rest = [...typed];
  let printed = '';
  const console = plainConsole({
    input: input as unknown as NodeJS.ReadStream,
    output: {
      write(text: string) {
        printed += text;
        const [next] = rest;
        if (next === undefined || !printed.endsWith(next[0])) return;
        rest.shift();
        input.write(next[1]);
      },
    },
    quietMs: 20,
  });
  return { console, input, printed: () => printed };
}
