/**
 * Whether it is a pattern of one of the commonest forms, told by its text alone and a hundred times sooner than by parsing it: a command
 * that starts with a literal or holds one, a path without braces and classes, one field of an MCP tool.
 */
export function isPlainPattern(text: string): boolean {
  return text.length <= LONGEST && PLAIN.test(text);
}

const LONGEST = 1000;
/** Of a command, what stands before a `=` could be a field, unless there is a blank in it. */
const PLAIN =
  /^(?:Bash:(?:~|(?=[^=]*(?:\s|$)))[^\s~*?=\\@][^\\]*(?<!\s)|(?:Read|Write|Edit):(?!.*\.\.)(?=\W*\w)[\w.*/-]+|mcp__\w+?__\w+:[A-Za-z_]\w*=[^\s,\\]+)$/;

/** What stands behind `tool:`, where a plain pattern is for that tool; else null. */
export function plainSpec(pattern: string, tool: string): string | null {
  return pattern.startsWith(tool) && pattern[tool.length] === ':' ? pattern.slice(tool.length + 1) : null;
}

/** False: the command is none that a plain pattern with this spec matches. */
export function mayMatchCommand(spec: string, command: string): boolean {
  const wildcard = spec.search(WILDCARD);
  const literal = wildcard === -1 ? spec : spec.slice(0, wildcard);
  return literal.startsWith('~') ? command.includes(literal.slice(1)) : command.startsWith(literal);
}

const WILDCARD = /[*?]/;

export function mayAskForFields(spec: string): boolean {
  return FIELD.test(spec);
}

const FIELD = /^\w+=/;
