import { posix } from 'node:path';

/** Where the calls are made; relative paths and relative path globs start here. */
export const WORKSPACE = '/home/dev/shop';

/**
 * The bench's own reading of a pattern, for every engine but caliban:
 * `{ tool, kind: 'text' | 'path' | 'field', key, glob }`, with `~G` spelled `*G*` and path globs made absolute.
 */
export function readRule({ pattern }) {
  const colon = pattern.indexOf(':');
  const tool = pattern.slice(0, colon);
  const spec = pattern.slice(colon + 1);
  if (tool === 'Bash') {
    return { tool, kind: 'text', key: 'command', glob: spec.startsWith('~') ? `*${spec.slice(1)}*` : spec };
  }
  if (tool.startsWith('mcp__')) {
    const equals = spec.indexOf('=');
    return { tool, kind: 'field', key: interned(spec.slice(0, equals)), glob: spec.slice(equals + 1) };
  }
  return { tool, kind: 'path', key: 'path', glob: spec.startsWith('/') ? spec : `${WORKSPACE}/${spec}` };
}

const keys = new Map();

/** One string for equal keys, so that comparing two of them is comparing two pointers. */
function interned(key) {
  if (!keys.has(key)) keys.set(key, key);
  return keys.get(key);
}

/** The text a rule's glob is held against; a path made absolute. Undefined where the call has no such field. */
export function textFor({ tool, input }, key) {
  const text = input[key];
  return key === 'path' && !tool.startsWith('mcp__') ? absolutePath(text) : text;
}

/** The one text of a call where a rule list is not split by field: the command, the absolute path, or null for MCP calls. */
export function argumentOf({ tool, input }) {
  if (tool === 'Bash') return input.command;
  return tool.startsWith('mcp__') ? null : absolutePath(input.path);
}

/** The fields of a call as lines of text, for engines that know no fields. */
export function flattened(input) {
  const lines = Object.entries(input).map(([key, value]) => `${key}=${value}`);
  return `\n${lines.join('\n')}\n`;
}

/** A path glob for engines whose one star crosses everything. */
export function widened(glob) {
  return glob.replaceAll('/**/', '/*').replaceAll('**', '*');
}

/** Most paths need no work, and the engines measured should not pay for it. */
function absolutePath(path) {
  const absolute = path.startsWith('/') ? path : `${WORKSPACE}/${path}`;
  return absolute.includes('/.') || absolute.includes('//') ? posix.normalize(absolute) : absolute;
}
