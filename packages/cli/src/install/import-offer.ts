import { HOSTS, type HostName } from '@caliban/adapters';
import { plural, visible } from '@caliban/calls/text';
import type { RuleBook } from '@caliban/gate';
import type { Locations } from '@caliban/storage';
import { knownRules } from '../init/known-rules.ts';
import { bookOf } from '../init/planned-policy.ts';
import { type Proposal, propose } from '../init/proposal.ts';
import { tilde } from '../init/show-proposal.ts';
import { printNotCarriedOver } from '../output/import-report.ts';
import { paint } from '../output/paint.ts';
import { workspaceContextAt } from '../paths/workspace-context.ts';
import { previewOf, previewText } from '../replay/preview.ts';
import { targetOf } from '../rules/writing.ts';
import { type HostRules, rulesOfHost } from './host-rules.ts';
import type { InstallTerminal } from './install-request.ts';

/** The rules that a host has and caliban doesn't. */
export type ImportOffer = {
  readonly host: HostName;
  readonly hostRules: readonly HostRules[];
  readonly proposal: Proposal;
  readonly count: number;
  readonly books: { readonly without: RuleBook; readonly with: RuleBook };
};

/** Null: the host has none that caliban lacks. */
export async function importOffer(
  host: HostName,
  locations: Locations,
  terminal: InstallTerminal,
): Promise<ImportOffer | null> {
  const { workspace } = locations;
  const found = rulesOfHost(host, { home: terminal.home, env: terminal.env, workspace });
  if (found.length === 0) return null;
  const { known, options } = await knownRules(locations);
  const proposal = propose({
    known,
    options,
    scopes: ['user', 'project', 'local'],
    project: { found: [], commands: [] },
    hostRules: found,
    net: [],
    world: workspaceContextAt({ workspace }, terminal),
  });
  const count = proposal.files.reduce((sum, { added }) => sum + added.length, 0);
  const hasProblem = found.some(({ state }) => state === 'unreadable');
  if (count === 0 && !hasProblem) return null;
  const books = { without: bookOf(known, options), with: bookOf(proposal.after, options) };
  return { host, hostRules: found, proposal, count, books };
}

export function showOffer(
  { host, hostRules, proposal, count }: ImportOffer,
  locations: Locations,
  terminal: InstallTerminal,
): void {
  if (count > 0) terminal.out(`${HOSTS[host].title} has ${plural(count, 'rule')} that caliban does not have yet:\n`);
  for (const { scope, added } of proposal.files) {
    if (added.length === 0) continue;
    terminal.out(`  for ${tilde(visible(targetOf(locations, scope).permissions), terminal)}\n`);
    for (const { action, pattern } of added)
      terminal.out(`    ${paint(action, action.padEnd(5), terminal)}  ${visible(pattern)}\n`);
  }
  for (const { pattern, why } of proposal.leftOut)
    terminal.out(`  left out: \`${visible(pattern)}\`, ${visible(why)}\n`);
  for (const rules of hostRules) {
    if (rules.state === 'unreadable') {
      terminal.out(`not imported: ${rules.problem}\n`);
      continue;
    }
    printNotCarriedOver(rules.imported.notCarriedOver, terminal.out);
    for (const notice of rules.imported.notices) terminal.out(`note: ${visible(notice)}\n`);
  }
  terminal.out('\n');
}

/** The rules' decisions about past calls, with and without those of the host. */
export async function showPreview(
  { without, with: withThem }: ImportOffer['books'],
  terminal: InstallTerminal,
): Promise<void> {
  const before = await previewOf({ book: without }, terminal);
  const after = without === withThem ? null : await previewOf({ book: withThem }, terminal);
  if (before === null) return;
  const shown = after ?? before;
  for (const line of previewText(shown)) terminal.out(`${visible(line)}\n`);
  if (after !== null)
    terminal.out(
      `  without the import: ${before.allow.count} allowed, ${before.ask.count} asked about, ${before.deny.count} denied, ${before.left.count} left to the agent\n`,
    );
  terminal.out('\n');
}
