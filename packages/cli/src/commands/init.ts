import { HOSTS, type HostName } from '@caliban/adapters';
import { plural } from '@caliban/calls/text';
import { type Args, readArgs, refuseOperands } from '../command-line/args.ts';
import { INSTALL } from '../command-line/command-table.ts';
import { USAGE_EXIT } from '../command-line/exit-codes.ts';
import { UsageError } from '../command-line/problems.ts';
import { knownRules } from '../init/known-rules.ts';
import { lookAtProject } from '../init/look-at-project.ts';
import { bookOf } from '../init/planned-policy.ts';
import { type Proposal, propose } from '../init/proposal.ts';
import { SAFETY_NET } from '../init/safety-net.ts';
import { type ShownProposal, showProposal } from '../init/show-proposal.ts';
import { writeProposal } from '../init/write-proposal.ts';
import { hostsHere, type RuleScope, rulesOfHost } from '../install/host-rules.ts';
import { wiredHosts } from '../install/wired-hosts.ts';
import { Answers } from '../output/answers.ts';
import { jsonText } from '../output/json.ts';
import { locationsAt } from '../paths/locations-at.ts';
import { refuseMissingWorkspace } from '../paths/refuse-missing-workspace.ts';
import { workspaceContextAt } from '../paths/workspace-context.ts';
import type { Terminal } from '../process/terminal.ts';
import { previewOf } from '../replay/preview.ts';
import { targetOf } from '../rules/writing.ts';
import { installFor } from './install.ts';

/** `caliban init`: examines the project, proposes rules, shows what they would have done, and writes them after a yes. */
export async function init(args: Args, terminal: Terminal): Promise<number> {
  refuseOperands(args);
  const scopes = scopesOf(args);
  refuseMissingWorkspace(args.text('workspace'), terminal);
  const shown = await proposalFor(args, scopes, terminal);
  const { files, locations, setsWrappers } = shown;
  const count = files.reduce((sum, { added }) => sum + added.length, 0);
  const isNothing = count === 0 && !setsWrappers;
  const isDry = args.isSet('dry-run');
  const mayAsk = terminal.isInteractive && !args.isSet('yes') && !args.isSet('json');

  if (args.isSet('json')) {
    const isWritten = args.isSet('yes') && !isDry && !isNothing;
    if (isWritten) await writeProposal(files, locations);
    terminal.out(jsonText(proposalJson(shown, isWritten)));
    return 0;
  }
  showProposal(shown, terminal);
  terminal.out('\n');
  if (isNothing) terminal.out('Your files have all of this already. Nothing to write.\n');
  if (isDry) {
    if (!isNothing) terminal.out('Nothing was written.\n');
    return 0;
  }
  const answers = new Answers(terminal);
  try {
    if (!isNothing) {
      if (!mayAsk && !args.isSet('yes')) {
        terminal.err('Nothing was written. To write this, run `caliban init --yes`.\n');
        return USAGE_EXIT;
      }
      if (mayAsk && !(await answers.isYes(`Write ${plural(count, 'rule')}?`))) {
        terminal.out('Nothing was written.\n');
        return 0;
      }
      const { wrappers } = await writeProposal(files, locations);
      terminal.out('Written. `caliban perms list` shows the rules, an editor changes them.\n');
      if (wrappers === 'not-written')
        terminal.err('note: add `see_through_wrappers = true` to [permissions] in your user file by hand\n');
    }
    return await offerInstall(await notWired(shown, terminal), { mayAsk, answers, locations }, terminal);
  } finally {
    await answers.end();
  }
}

function scopesOf(args: Args): readonly RuleScope[] {
  const [user, project] = [args.isSet('user-only'), args.isSet('project-only')];
  if (user && project)
    throw new UsageError('--user-only and --project-only exclude each other; leave both out for both files');
  if (user) return ['user'];
  return project ? ['project', 'local'] : ['user', 'project', 'local'];
}

async function proposalFor(
  args: Args,
  wantedScopes: readonly RuleScope[],
  terminal: Terminal,
): Promise<ShownProposal & Pick<Proposal, 'after'>> {
  const where = { workspace: args.text('workspace') };
  const locations = locationsAt(where, terminal);
  const { workspace } = locations;
  // The home directory isn't a project: its `.claude` is the user's own.
  const isHome = workspace === locations.home;
  const scopes = isHome ? wantedScopes.filter((scope) => scope === 'user') : wantedScopes;
  if (scopes.length === 0)
    throw new UsageError('this is your home directory; go to a project, or name one with --workspace');
  const places = { home: terminal.home, env: terminal.env, workspace };
  const hosts = hostsHere(places);
  const hostRules = args.isSet('no-import')
    ? []
    : hosts.flatMap((host) => rulesOfHost(host, places)).filter(({ scope }) => scopes.includes(scope));
  const project = isHome ? { found: [], commands: [] } : lookAtProject(workspace);
  const { known, options } = await knownRules(locations);
  const setsWrappers = scopes.includes('user') && !options.seesThroughWrappers && !options.wrappersAreSet;
  const planned = { ...options, seesThroughWrappers: options.seesThroughWrappers || setsWrappers };
  const proposal = propose({
    known,
    options: planned,
    scopes,
    project,
    hostRules,
    net: SAFETY_NET,
    world: workspaceContextAt(where, terminal),
  });
  const preview = await previewOf({ book: bookOf(proposal.after, planned) }, terminal);
  return { ...proposal, project, hosts, hostRules, setsWrappers, preview, locations };
}

async function notWired({ hosts, locations }: ShownProposal, terminal: Terminal): Promise<readonly HostName[]> {
  const wired = new Set((await wiredHosts(terminal, locations.workspace)).map(({ host }) => host));
  return hosts.filter((host) => !wired.has(host));
}

type Conversation = { readonly mayAsk: boolean; readonly answers: Answers } & Pick<ShownProposal, 'locations'>;

/** The rules of these agents are already imported, so install doesn't offer them again. */
async function offerInstall(
  hosts: readonly HostName[],
  { mayAsk, answers, locations }: Conversation,
  terminal: Terminal,
): Promise<number> {
  for (const host of hosts) {
    if (!mayAsk) {
      terminal.out(`Next: \`caliban install ${host}\` brings the calls of ${HOSTS[host].title} to these rules.\n`);
      continue;
    }
    if (!(await answers.isYes(`Install caliban in ${HOSTS[host].title} now?`))) continue;
    const args = readArgs(INSTALL, [host, '--yes', '--no-import', '--workspace', locations.workspace]);
    const exit = await installFor(args, terminal, { answers });
    if (exit !== 0) return exit;
  }
  return 0;
}

function proposalJson(shown: ShownProposal, isWritten: boolean): object {
  const { project, hosts, files, leftOut, preview, locations, setsWrappers } = shown;
  return {
    written: isWritten,
    found: project.found,
    hosts,
    seeThroughWrappers: setsWrappers,
    files: files.map(({ scope, added }) => ({ scope, file: targetOf(locations, scope).permissions, rules: added })),
    leftOut,
    preview,
  };
}
