import { didYouMean } from '../text/did-you-mean.ts';
import { visible } from '../text/visible.ts';
import { TOOL_PROFILES } from './tool-profiles.ts';

/** Our name for a tool that is misspelled, or called by another agent's name for it; null for any other name. */
export function meantTool(name: string): string | null {
  if (isNoSlip(name)) return null;
  return OTHER_NAMES.get(name.toLowerCase().replaceAll('_', '')) ?? nearestName(name);
}

/** ` (did you mean …?)` for such a name, or nothing. */
export function nearestTool(name: string): string {
  const meant = meantTool(name);
  return meant === null ? '' : ` (did you mean \`${meant}\`?)`;
}

/** A sentence about a misspelled name, else null. A tool of an embedding program may well be called `search`, but not `Shell`. */
export function misspelledTool(name: string): string | null {
  if (nearestName(name) === null && !/^[A-Z]/.test(name)) return null;
  const near = nearestTool(name);
  return near === '' ? null : `there is no tool \`${visible(name)}\`${near}`;
}

function nearestName(name: string): string | null {
  if (isNoSlip(name)) return null;
  const [, near = null] = /`(.*)`/.exec(didYouMean(name, [...TOOL_PROFILES.keys()], { atMost: 1 })) ?? [];
  return near;
}

function isNoSlip(name: string): boolean {
  return TOOL_PROFILES.has(name) || /^mcp__|[*?]/.test(name);
}

/** Other names of our tools, used by people and other agents, in lower case and without underscores. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ...['shell', 'terminal', 'cmd', 'command', 'execute'].map((name) => [name, 'Bash'] as const),
  ...['runcommand', 'runshellcommand', 'runterminalcmd', 'shellcommand'].map((name) => [name, 'Bash'] as const),
  ...['readfile', 'view', 'viewfile'].map((name) => [name, 'Read'] as const),
  ...['writefile', 'createfile', 'create'].map((name) => [name, 'Write'] as const),
  ...['editfile', 'strreplace', 'replace', 'applypatch'].map((name) => [name, 'Edit'] as const),
  ...['fetch', 'httpfetch'].map((name) => [name, 'WebFetch'] as const),
  ...['search', 'ripgrep', 'searchfilecontent'].map((name) => [name, 'Grep'] as const),
  ...['listfiles', 'listdirectory'].map((name) => [name, 'Glob'] as const),
]);
