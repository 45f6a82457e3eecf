import { existsSync } from 'node:fs';
import { HOSTS, type HostName } from '@caliban/adapters';
import { plural, visible } from '@caliban/calls/text';
import type { Locations } from '@caliban/storage';
import type { HostRules } from '../install/host-rules.ts';
import { printNotCarriedOver } from '../output/import-report.ts';
import { paint } from '../output/paint.ts';
import type { Terminal } from '../process/terminal.ts';
import { type Preview, previewText } from '../replay/preview.ts';
import { targetOf } from '../rules/writing.ts';
import type { Project } from './look-at-project.ts';
import type { LeftOut, ProposedFile } from './proposal.ts';

export type ShownProposal = {
  readonly project: Project;
  readonly hosts: readonly HostName[];
  readonly hostRules: readonly HostRules[];
  readonly files: readonly ProposedFile[];
  readonly leftOut: readonly LeftOut[];
  /** `see_through_wrappers` still has to be set. */
  readonly setsWrappers: boolean;
  readonly preview: Preview | null;
  readonly locations: Locations;
};

type Screen = Pick<Terminal, 'out' | 'colours' | 'columns' | 'home'>;

export function showProposal(shown: ShownProposal, terminal: Screen): void {
  const { project, hosts, hostRules, files, leftOut, preview, locations, setsWrappers } = shown;
  const say = (line: string) => terminal.out(`${fitted(line, terminal)}\n`);
  say(`looking at ${shortPath(locations.workspace, locations, terminal)}`);
  say('');
  say(`project  ${project.found.length === 0 ? 'nothing known' : project.found.join(', ')}`);
  say(`agents   ${hosts.length === 0 ? 'none found' : hosts.map((host) => hostText(host, hostRules)).join(', ')}`);
  if (preview === null) say('history  no past calls found');
  for (const { scope, added } of files) {
    const setting = scope === 'user' && setsWrappers;
    if (added.length === 0 && !setting) continue;
    const { permissions } = targetOf(locations, scope);
    const state = existsSync(permissions) ? `${plural(added.length, 'rule')} added` : plural(added.length, 'rule');
    say('');
    say(`${SCOPE_TITLES[scope]}: ${state} in ${shortPath(permissions, locations, terminal)}`);
    if (setting) say('  set    see_through_wrappers        rules also reach what sudo or xargs run');
    for (const { action, pattern, comment } of added) {
      const line = `  ${action.padEnd(5)}  ${visible(pattern).padEnd(27)} ${visible(comment ?? '')}`.trimEnd();
      const cut = fitted(line, terminal);
      terminal.out(`${cut.slice(0, 2)}${paint(action, cut.slice(2, 7), terminal)}${cut.slice(7)}\n`);
    }
  }
  const notCarriedOver = hostRules.flatMap((rules) => (rules.state === 'read' ? rules.imported.notCarriedOver : []));
  printNotCarriedOver(notCarriedOver, terminal.out);
  const unreadable = hostRules.flatMap((rules) => (rules.state === 'unreadable' ? [rules.problem] : []));
  if (leftOut.length + unreadable.length > 0) say('');
  for (const { pattern, why } of leftOut) terminal.out(`left out: \`${visible(pattern)}\`, ${visible(why)}\n`);
  for (const problem of unreadable) terminal.out(`not imported: ${problem}\n`);
  if (preview === null) return;
  say('');
  for (const line of previewText(preview)) say(visible(line));
}

const SCOPE_TITLES = {
  user: 'For you, in every project',
  project: 'For everyone in this project',
  local: 'For you, in this project',
} as const;

function hostText(host: HostName, hostRules: readonly HostRules[]): string {
  const count = hostRules
    .filter((rules) => rules.host === host)
    .reduce((sum, rules) => sum + (rules.state === 'read' ? rules.imported.rules.length : 0), 0);
  return count === 0 ? HOSTS[host].title : `${HOSTS[host].title} (${plural(count, 'rule')} to import)`;
}

/** Only a screen has a limited width. */
function fitted(line: string, { columns }: Pick<Terminal, 'columns'>): string {
  if (columns === undefined || line.length <= columns) return line;
  return `${line.slice(0, Math.max(columns - 1, 1))}…`;
}

function shortPath(path: string, { workspace }: Locations, terminal: Pick<Terminal, 'home'>): string {
  return visible(path.startsWith(`${workspace}/`) ? path.slice(workspace.length + 1) : tilde(path, terminal));
}

export function tilde(path: string, { home }: Pick<Terminal, 'home'>): string {
  return path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}
