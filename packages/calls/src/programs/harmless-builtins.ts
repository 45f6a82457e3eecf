/** Built-ins that do nothing by themselves: they need no rule, as long as they are what runs by their names. */
export const HARMLESS_BUILTINS: ReadonlySet<string> = new Set([
  ...[':', 'true', 'false', 'break', 'continue', 'return', 'exit'],
]);
