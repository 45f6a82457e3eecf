// biome-ignore lint/suspicious/noExplicitAny: tests look deep into what a program printed
export type Frame = any;

export function framesIn(stdout: string): readonly Frame[] {
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

/** The results the model was given, in order. */
export function toolResults(stdout: string): readonly { readonly content: string; readonly is_error: boolean }[] {
  return framesIn(stdout)
    .filter(({ type, parent_tool_use_id }) => type === 'user' && parent_tool_use_id === null)
    .flatMap(({ message }) => message.content);
}

export function initOf(stdout: string): Frame {
  return framesIn(stdout)[0];
}

export function resultOf(stdout: string): Frame {
  return framesIn(stdout).at(-1);
}
