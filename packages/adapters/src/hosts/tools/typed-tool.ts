import type { HostCall } from '../host-adapter.ts';
import { otherFields, textsIn } from './fields.ts';
import { incomplete, type ReadTool } from './tool-map.ts';

/**
 * Keys typed into a program that runs. It may be a shell, so every line is judged as a command; it may be anything else, or in the
 * middle of a line, so no rule for commands lets it through by itself: the call is judged under the host's name too.
 */
export function typedTool(names: readonly string[]): ReadTool {
  return (input, hostTool) => {
    const { texts, odd } = textsIn(input, names);
    const others = otherFields(input, [...names, 'command']);
    const lines = [...new Set(texts.flatMap(typedLines))];
    const calls = lines.map((command): HostCall => ({ tool: 'Bash', input: { command, ...others } }));
    if (odd || texts.length === 0) return [...calls, ...incomplete({ tool: 'Bash', input: others }, input, hostTool)];
    return [...calls, { tool: hostTool, input }];
  };
}

/** All of it, as a command may go on in the next line, and each line. */
function typedLines(typed: string): readonly string[] {
  const text = typed.replaceAll(/\{enter\}|\r\n?/gi, '\n');
  return [text.trim(), ...text.split('\n')].flatMap(withKeys).filter((line) => line.trim() !== '');
}

/** A key that moves in a line, or changes it, is a control character: no one can say what the line is by then. */
function withKeys(line: string): readonly string[] {
  const pressed = line.replaceAll(/(?<!\$)\{[a-z][a-z+ -]*\}/gi, ESCAPE);
  return pressed === line ? [line] : [line, pressed];
}

const ESCAPE = '\x1b';
