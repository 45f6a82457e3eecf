/**
 * The environment without variables that would make the shell read a command differently from the gate: files it sources first,
 * functions that replace commands, options and modes of its parser, and directories that `cd` searches.
 */
export function shellEnvironment(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined || name.includes('\0') || value.includes('\0')) continue;
    if (!CHANGES_THE_SHELL.has(name) && !isFunction(name, value)) kept[name] = value;
  }
  return kept;
}

const CHANGES_THE_SHELL: ReadonlySet<string> = new Set([
  'BASH_ENV',
  'ENV',
  'CDPATH',
  'SHELLOPTS',
  'BASHOPTS',
  'BASH_COMPAT',
  'POSIXLY_CORRECT',
  'POSIX_PEDANTIC',
  'BASH_XTRACEFD',
  'BASH_LOADABLES_PATH',
  'PS4',
  'PROMPT_COMMAND',
  'IFS',
  'GLOBIGNORE',
  'EXECIGNORE',
  'FIGNORE',
  'TMOUT',
]);

/** Exported functions; older shells treat any variable whose value starts like this as one. */
function isFunction(name: string, value: string): boolean {
  return name.startsWith('BASH_FUNC_') || value.startsWith('() {');
}
