import { absolutePath } from '@caliban/calls';
import { formatPattern, type Rule } from '@caliban/gate';
import type { ConfinedPath } from '@caliban/gate/confinement';
import type { Args } from '../../command-line/args.ts';
import { refuseOperands } from '../../command-line/args.ts';
import { addedDirectories } from '../../compose/added-directories.ts';
import { whereAsked } from '../../judging/where-asked.ts';
import { jsonText } from '../../output/json.ts';
import { printWarnings } from '../../output/warnings.ts';
import { fitted } from '../../output/wrapped.ts';
import { locationsAt } from '../../paths/locations-at.ts';
import { policyAt } from '../../policy/policy.ts';
import type { Terminal } from '../../process/terminal.ts';
import { type SandboxFacts, sandboxFacts } from '../../sandbox/sandbox-facts.ts';
import { sandboxText } from '../../sandbox/sandbox-text.ts';

/** `perms explain --sandbox`: what the rules mean for a command that runs confined. */
export async function explainSandbox(args: Args, terminal: Terminal): Promise<number> {
  refuseOperands(args);
  const where = whereAsked(args, terminal);
  const policy = await policyAt(where, args, terminal);
  printWarnings(policy.warnings, terminal);
  const locations = locationsAt(where, terminal);
  const { all: added } = addedDirectories(args.texts('add-dir'), {
    workspace: absolutePath(locations.workspace),
    home: absolutePath(terminal.home),
    cwd: () => absolutePath(terminal.cwd),
  });
  const facts = await sandboxFacts(policy, locations, terminal, added);
  terminal.out(
    args.isSet('json')
      ? jsonText(sandboxJson(facts))
      : fitted(`${sandboxText(facts).join('\n').trimEnd()}\n`, terminal),
  );
  return 0;
}

function sandboxJson({ mode, backends, profile, secrets }: SandboxFacts): object {
  const { network, hosts, otherHosts, inexpressible } = profile;
  return {
    mode: mode?.value ?? 'off',
    backends,
    hidden: profile.denyRead.map(pathJson),
    readable: profile.reallowRead.map(pathJson),
    writable: profile.writable.map(pathJson),
    readOnly: profile.denyWrite.map(pathJson),
    network,
    hosts: hosts.map(({ host, outcome, rule }) => ({ host, outcome, rule: ruleJson(rule) })),
    otherHosts,
    secrets,
    inexpressible: inexpressible.map(({ rule, effect, reason }) => ({ effect, reason, rule: ruleJson(rule) })),
  };
}

function pathJson({ path, kind, rule }: ConfinedPath): object {
  return { path, kind, rule: ruleJson(rule) };
}

function ruleJson(rule: Rule | null): object | null {
  if (rule === null) return null;
  const { action, pattern, source } = rule;
  return { action, pattern: formatPattern(pattern), ...source };
}
