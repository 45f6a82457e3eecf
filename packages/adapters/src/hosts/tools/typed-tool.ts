import type { HostCall } from '../host-adapter.ts';
import { otherFields, textsIn } from './fields.ts';
import { incomplete, type ReadTool } from './tool-map.ts';

/**
 * Text typed into a running program. It may be a shell, so every line is judged as a command. It may also be something else, or
 * in the middle of a line, so a rule for commands alone can't allow it: the call is also judged under the host's name.
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

/** The whole text, because a command may continue on the next line, and each line. */
function typedLines(typed: string): readonly string[] {
  const text = typed.replaceAll(/\{enter\}|\r\n?/gi, '\n');
  return [text.trim(), ...text.split('\n')].flatMap(withKeys).filter((line) => line.trim() !== '');
}

/** Keys that move the cursor or edit the line are control characters; after one, the resulting line is unknown. */
function withKeys(line: string): readonly string[] {
  const pressed = line.replaceAll(/(?<!\$)\{[a-z][a-z+ -]*\}/gi, ESCAPE);
  return pressed === line ? [line] : [line, pressed];
}

const ESCAPE = '\x1b';
