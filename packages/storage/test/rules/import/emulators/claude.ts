/**
 * Emulation of Claude Code's permission rules, from its documentation alone, for the part that is carried over: simple commands
 * without wrappers, files without links, hosts, tool names.
 */
import { absolute, type Call, escapeRegExp, HOME, type Said, WORKSPACE } from './decisions.ts';

export type ClaudePermissions = { readonly [action in 'allow' | 'ask' | 'deny']?: readonly string[] };

export function claudeSays(permissions: ClaudePermissions, call: Call): Said {
  for (const action of ['deny', 'ask', 'allow'] as const) {
    if (permissions[action]?.some((rule) => matches(rule, action, call))) return action;
  }
  return null;
}

const READERS = ['Read', 'Grep', 'Glob'];
const EDITORS = ['Edit', 'Write', 'MultiEdit', 'NotebookEdit'];

function matches(rule: string, action: string, { tool, input }: Call): boolean {
  const [, name, spec] = /^([^(]+)(?:\((.*)\))?$/.exec(rule) as RegExpExecArray;
  const named = (name === 'Task' ? 'Agent' : name) as string;
  if (spec === undefined || (spec === '*' && named === 'Bash')) return toolMatches(named, action, tool);
  switch (named) {
    case 'Bash':
      return tool === 'Bash' && commandMatches(spec, String(input.command));
    case 'Read': {
      // A denied read blocks Edit and Write of the same file, not NotebookEdit.
      const covered = action === 'deny' ? [...READERS, 'Edit', 'Write', 'MultiEdit'] : READERS;
      return covered.includes(tool) && pathMatches(spec, action, String(input.path));
    }
    case 'Edit':
      return EDITORS.includes(tool) && pathMatches(spec, action, String(input.path));
    case 'WebFetch':
      return tool === 'WebFetch' && hostMatches(spec.slice('domain:'.length), String(input.url));
    case 'Agent':
      return tool === 'Agent' && input.subagent_type === spec;
    default:
      throw new Error(`not emulated: ${rule}`);
  }
}

function toolMatches(rule: string, action: string, tool: string): boolean {
  if (rule.includes('*')) return new RegExp(`^${rule.split('*').map(escapeRegExp).join('.*')}$`).test(tool);
  if (/^mcp__[^_]+$/.test(rule)) return tool.startsWith(`${rule}__`);
  if (action !== 'allow' && rule === 'Edit') return EDITORS.includes(tool);
  if (action !== 'allow' && rule === 'Read') return READERS.includes(tool);
  return tool === rule || (rule === 'Edit' && tool === 'MultiEdit');
}

/** `*` is any text; ` *` or `:*` at the end is a word boundary: arguments or nothing. */
function commandMatches(spec: string, command: string): boolean {
  const written = spec.replace(/:\*$/, ' *');
  const boundary = written.endsWith(' *');
  const body = (boundary ? written.slice(0, -2) : written).split('*').map(escapeRegExp).join('.*');
  return new RegExp(`^${body}${boundary ? '( .*)?' : ''}$`, 's').test(command);
}

function pathMatches(spec: string, action: string, path: string): boolean {
  const [anchor, pattern] = anchored(spec, action);
  const target = absolute(path);
  if (anchor !== '/' && !target.startsWith(`${anchor}/`)) return false;
  return gitignored(pattern, target.slice(anchor === '/' ? 1 : anchor.length + 1));
}

/** The directory a pattern belongs to, and the pattern as it would stand in a .gitignore there. */
function anchored(spec: string, action: string): [string, string] {
  if (spec.startsWith('//')) return ['/', spec.slice(1)];
  if (spec.startsWith('~/')) return [HOME, spec.slice(1)];
  if (spec.startsWith('/')) return [WORKSPACE, spec];
  if (spec.startsWith('./')) return [WORKSPACE, spec.slice(1)];
  // One directory and everything in it: at the top for an allow, at any depth for a deny or ask.
  if (/^[^/*]+\/\*\*$/.test(spec)) return [WORKSPACE, action === 'allow' ? `/${spec}` : `**/${spec}`];
  return [WORKSPACE, spec];
}

/** gitignore(5): a pattern matches a path, or any directory above it. */
function gitignored(pattern: string, path: string): boolean {
  const directoryOnly = pattern.endsWith('/');
  const bare = directoryOnly ? pattern.slice(0, -1) : pattern;
  const rooted = bare.includes('/') ? bare.replace(/^\//, '') : `**/${bare}`;
  const expression = new RegExp(`^${rooted.split('/').map(segmentRegExp).join('')}$`);
  const names = path.split('/');
  return names.some((_, index) => {
    const prefix = names.slice(0, index + 1).join('/');
    const isDirectory = index < names.length - 1;
    return (isDirectory || !directoryOnly) && expression.test(`/${prefix}`);
  });
}

function segmentRegExp(segment: string, index: number, all: readonly string[]): string {
  if (segment === '**') return index === all.length - 1 ? '/.+' : '(?:/[^/]+)*';
  return `/${segment.replaceAll(/\[[^\]]+\]|\*+|[^[\]*]+/g, (part) => {
    if (part.startsWith('[')) return part;
    return part.startsWith('*') ? '[^/]*' : escapeRegExp(part).replaceAll('\\?', '[^/]');
  })}`;
}

function hostMatches(domain: string, url: string): boolean {
  const host = new URL(url).hostname.replace(/\.$/, '');
  if (domain === '*') return true;
  if (domain.startsWith('*.')) return host.endsWith(domain.slice(1)) && host.length > domain.length - 1;
  return host === domain.toLowerCase();
}
