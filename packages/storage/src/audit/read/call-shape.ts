import type { LoggedEntry } from './logged-entry.ts';

/**
 * The kind of a call, so that calls that differ only in details are counted together: `git push`, `https://docs.test`,
 * `src/gate/`.
 */
export function callShape(entry: LoggedEntry): string {
  const argument = callArgument(entry);
  switch (kindOf(entry)) {
    case 'command':
      return commandShape(entry.part?.text ?? argument);
    case 'url':
      return URL.canParse(argument) ? new URL(argument).origin : '';
    case 'path':
      return argument.slice(0, argument.lastIndexOf('/') + 1);
    case 'other':
      return '';
  }
}

/** The argument that says what the call is about; for an unknown tool, its whole input. */
export function callArgument({ input }: Pick<LoggedEntry, 'input'>): string {
  const fields = (typeof input === 'object' && input !== null ? input : {}) as Readonly<Record<string, unknown>>;
  for (const field of ['command', 'file_path', 'notebook_path', 'path', 'url', 'pattern']) {
    const value = fields[field];
    if (typeof value === 'string') return value;
  }
  return input === undefined ? '' : typeof input === 'string' ? input : JSON.stringify(input);
}

/** Whether the main argument of the call is a path. */
export function isPathCall(entry: LoggedEntry): boolean {
  return kindOf(entry) === 'path';
}

function kindOf({ tool_name, input }: LoggedEntry): 'command' | 'url' | 'path' | 'other' {
  const fields = (typeof input === 'object' && input !== null ? input : {}) as Readonly<Record<string, unknown>>;
  if (typeof fields.command === 'string') return 'command';
  if (typeof fields.url === 'string') return 'url';
  if (tool_name.startsWith('mcp__')) return 'other';
  return ['file_path', 'notebook_path', 'path'].some((field) => typeof fields[field] === 'string') ? 'path' : 'other';
}

/** The program, and its subcommand where the second word looks like one. */
function commandShape(command: string): string {
  const [program = '', second = ''] = command.slice(0, 200).trim().split(/\s+/, 2);
  return /^[a-z][a-z0-9:_-]*$/i.test(second) ? `${program} ${second}` : program;
}
