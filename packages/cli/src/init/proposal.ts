import { HOSTS } from '@caliban/adapters';
import type { Rule } from '@caliban/gate';
import type { WrittenRule } from '@caliban/storage';
import type { ImportedRule } from '@caliban/storage/import';
import type { HostRules, RuleScope } from '../install/host-rules.ts';
import type { WorkspaceContext } from '../paths/workspace-context.ts';
import type { ReplayOutcome } from '../replay/replay.ts';
import type { Project } from './look-at-project.ts';
import { editedRules, isWideAllow, placeRules } from './place-rules.ts';
import { bookOf, type LayeredRules, madeRule, outcomeIn, type PolicyOptions } from './planned-policy.ts';
import { PROBES } from './probes.ts';
import { SAFETY_NET } from './safety-net.ts';

export type ProposalInput = {
  readonly known: LayeredRules;
  readonly options: PolicyOptions;
  readonly scopes: readonly RuleScope[];
  readonly project: Project;
  readonly hostRules: readonly HostRules[];
  /** For the user's own file, in addition to what is imported. */
  readonly net: readonly WrittenRule[];
  readonly world: WorkspaceContext;
};

export type Proposal = {
  readonly files: readonly ProposedFile[];
  /** What was found and isn't proposed. */
  readonly leftOut: readonly LeftOut[];
  /** The rules of every file after the change. */
  readonly after: LayeredRules;
};

/** `added`: the rules that the files of that scope lack. */
export type ProposedFile = { readonly scope: RuleScope; readonly added: readonly WrittenRule[] };

export type LeftOut = { readonly scope: RuleScope; readonly pattern: string; readonly why: string };

/** The user's rules first: the project's are checked against them. */
export function propose(input: ProposalInput): Proposal {
  const imported = (scope: RuleScope) => importedFor(scope, input.hostRules);
  const wantedByUser = input.scopes.includes('user') ? userRules(imported('user'), input.net) : [];
  let after: LayeredRules = { ...input.known, user: planned(input.known.user, wantedByUser, 'user') };
  const leftOut: LeftOut[] = [];
  const files: ProposedFile[] = input.scopes.includes('user')
    ? [{ scope: 'user', added: placeRules(input.known.user, wantedByUser).added }]
    : [];
  for (const scope of ['project', 'local'] as const) {
    if (!input.scopes.includes(scope)) continue;
    const [strict, allows] = parted([
      ...imported(scope),
      ...(scope === 'project' ? commandRules(input, after, leftOut) : []),
    ]);
    // Also checked against what `init` writes for the user, so that an import today doesn't open what a safety net closes
    // tomorrow.
    const user = planned(after.user, SAFETY_NET, 'user');
    const before = bookOf({ ...after, user, [scope]: planned(after[scope], strict, scope) }, input.options);
    const held = PROBES.filter(({ tool, text }) => isHeld(outcomeIn(before, input.world, tool, text)));
    const safe = allows.filter((rule) => {
      const alone = bookOf({ ...after, user, [scope]: [...after[scope], madeRule(rule, scope)] }, input.options);
      const opened = held.find(({ tool, text }) => outcomeIn(alone, input.world, tool, text) === 'allow');
      if (opened !== undefined)
        leftOut.push({ scope, pattern: rule.pattern, why: `which would also allow \`${opened.text}\`` });
      return opened === undefined;
    });
    const wanted = [...strict, ...safe];
    files.push({ scope, added: placeRules(after[scope], wanted).added });
    after = { ...after, [scope]: planned(after[scope], wanted, scope) };
  }
  return { files, leftOut, after };
}

/** Exact commands that the user already allowed stay above the asks, wide ones below. */
function userRules(imported: readonly ImportedRule[], net: readonly WrittenRule[]): readonly WrittenRule[] {
  const [strict, allows] = parted(imported);
  const of = (rules: readonly WrittenRule[], action: 'deny' | 'ask') => rules.filter((rule) => rule.action === action);
  const firstAllow = net.findIndex(({ action }) => action === 'allow');
  const lastAllow = net.findLastIndex(({ action }) => action === 'allow');
  return [
    ...of(strict, 'deny'),
    ...of(net, 'deny'),
    ...of(strict, 'ask'),
    ...allows.filter((rule) => !isWideAllow(rule)),
    ...of(net.slice(0, firstAllow), 'ask'),
    ...net.slice(firstAllow, lastAllow + 1),
    ...allows.filter(isWideAllow),
    ...net.slice(lastAllow + 1),
  ];
}

function parted<Written extends WrittenRule>(
  rules: readonly Written[],
): readonly [readonly Written[], readonly Written[]] {
  return [rules.filter(({ action }) => action !== 'allow'), rules.filter(({ action }) => action === 'allow')];
}

function importedFor(scope: RuleScope, hostRules: readonly HostRules[]): readonly ImportedRule[] {
  return hostRules.flatMap((rules) => {
    if (rules.scope !== scope || rules.state !== 'read') return [];
    const from = `from ${HOSTS[rules.host].title}`;
    return rules.imported.rules.map((rule) => ({ ...rule, comment: rule.comment ?? from }));
  });
}

/** The commands of a script are judged as well: a `test` that deletes the home directory isn't proposed. */
function commandRules(
  { project, hostRules, options, world }: ProposalInput,
  after: LayeredRules,
  leftOut: LeftOut[],
): readonly WrittenRule[] {
  const book = bookOf(after, options);
  const written = planned(after.project, importedFor('project', hostRules), 'project');
  const ofProject = bookOf({ managed: [], local: [], project: written, user: [] }, options);
  return project.commands.flatMap(({ rule, command, runs }) => {
    // A wider rule of the project covers it.
    if (outcomeIn(ofProject, world, 'Bash', command) === 'allow') return [];
    const outcome = runs === undefined ? 'left' : outcomeIn(book, world, 'Bash', runs);
    if (!isHeld(outcome)) return [rule];
    const verb = outcome === 'deny' ? 'denied' : 'asked about';
    leftOut.push({ scope: 'project', pattern: rule.pattern, why: `it runs \`${runs}\`, which is ${verb}` });
    return [];
  });
}

/** A deny or ask in someone's rule applies to it. */
function isHeld(outcome: ReplayOutcome): boolean {
  return outcome === 'deny' || outcome === 'ask';
}

function planned(known: readonly Rule[], wanted: readonly WrittenRule[], layer: RuleScope): readonly Rule[] {
  return editedRules(known, placeRules(known, wanted), (rule) => madeRule(rule, layer));
}
