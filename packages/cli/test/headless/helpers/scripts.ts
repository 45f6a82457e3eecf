/** Scripts for the model that is a file. */
export type ScriptReply = Readonly<Record<string, unknown>>;
export type Use = readonly [name: string, input: unknown];

export function calls(...uses: readonly Use[]): ScriptReply {
  return { tool_uses: uses.map(([name, input]) => ({ name, input })) };
}

export function says(text: string): ScriptReply {
  return { text };
}

/** One reply for each call, and a last word. */
export function script(...uses: readonly Use[]): string {
  return JSON.stringify([...uses.map((use) => calls(use)), says('Done.')]);
}

export const bash = (command: string, more: Readonly<Record<string, unknown>> = {}): Use => [
  'Bash',
  { command, ...more },
];
export const write = (path: string, content = 'x\n'): Use => ['Write', { path, content }];
export const read = (path: string): Use => ['Read', { path }];
