/** Built-ins that do nothing by themselves: they need no rule, as long as these names still mean the built-ins. */
export const HARMLESS_BUILTINS: ReadonlySet<string> = new Set([
  ...[':', 'true', 'false', 'break', 'continue', 'return', 'exit'],
]);
