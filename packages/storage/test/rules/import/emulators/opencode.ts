/** Emulation of opencode's permissions, from its documentation: the last rule whose name and pattern match decides. */
import { absolute, type Call, HOME, type Said, WORKSPACE } from './decisions.ts';

export type OpencodePermission = { readonly [permission: string]: string | { readonly [pattern: string]: string } };

export function opencodeSays(permission: OpencodePermission, call: Call): Said {
  const asked = question(call);
  if (asked === null) return null;
  const rules = Object.entries(permission).flatMap(([name, value]) =>
    Object.entries(typeof value === 'string' ? { '*': value } : value).map(([pattern, action]) => ({
      name,
      pattern,
      action,
    })),
  );
  const decisive = rules.findLast(
    ({ name, pattern }) => matches(name, asked.name) && matches(withHome(pattern), asked.about),
  );
  return (decisive?.action as Said | undefined) ?? null;
}

/** What opencode would call it, and what its pattern is matched against. */
function question({ tool, input }: Call): { name: string; about: string } | null {
  switch (tool) {
    case 'Bash':
      return { name: 'bash', about: String(input.command) };
    case 'Edit':
    case 'Write':
      return { name: 'edit', about: fromWorkspace(String(input.path)) };
    case 'Read':
      return { name: 'read', about: fromWorkspace(String(input.path)) };
    case 'WebFetch':
      return { name: 'webfetch', about: String(input.url) };
    case 'Agent':
      return { name: 'task', about: String(input.subagent_type) };
    default:
      return { name: tool.replace(/^mcp__(.+)__/, '$1_'), about: '*' };
  }
}

/** Below the workspace relative to it, else absolute. */
function fromWorkspace(path: string): string {
  const target = absolute(path);
  return target.startsWith(`${WORKSPACE}/`) ? target.slice(WORKSPACE.length + 1) : target;
}

function withHome(pattern: string): string {
  return pattern.replace(/^(?:~(?=\/|$)|\$HOME)/, HOME);
}

/** `*` any text, `?` one character, everything else itself; ` *` at the end may be missing. */
function matches(pattern: string, text: string): boolean {
  const optional = pattern.endsWith(' *');
  const body = [...(optional ? pattern.slice(0, -2) : pattern)]
    .map((character) => (character === '*' ? '.*' : character === '?' ? '.' : character.replace(/[^\w\s]/, '\\$&')))
    .join('');
  return new RegExp(`^${body}${optional ? '( .*)?' : ''}$`, 's').test(text);
}
