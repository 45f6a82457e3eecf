import { shellQuote } from '@caliban/gate/internal/ask/shell-quote';
import { plural } from '@caliban/gate/internal/text/plural';
import type { Unaccepted } from '@caliban/storage/internal/trust/unaccepted';
import { standingTrouble } from '../install/hook-standing.ts';
import { hookTrouble } from '../install/try-hook.ts';
import { unacceptedText } from '../policy/unaccepted.ts';
import { type HookStart, isSlow } from './hook-start.ts';
import type { OutsideReport } from './outside-report.ts';
import type { UnimportedRules } from './unimported-rules.ts';

/** One thing that was looked at. Without `todos` nothing has to be done. */
export type Check = {
  readonly mark: 'good' | 'warning' | 'bad';
  readonly says: string;
  readonly todos?: readonly string[];
};

export type CheckedFacts = {
  /** Why caliban would not start; each says what to write. */
  readonly problems: readonly string[];
  readonly warnings: readonly string[];
  readonly ruleCount: number;
  /** What the project's own files allow and this user has not accepted. */
  readonly unaccepted: Pick<Unaccepted, 'count' | 'isChanged'> | null;
  readonly lintFindings: number;
  readonly logFile: string;
  readonly logProblem: string | null;
  readonly outside: Pick<OutsideReport, 'hosts' | 'models'>;
  /** Agents of this machine that caliban knows. */
  readonly agentsHere: readonly string[];
  readonly unimported: readonly UnimportedRules[];
  /** Paths below these are shown short, as a shell here reads them. */
  readonly places: { readonly cwd: string; readonly home: string };
  readonly hookStart: HookStart;
};

/** In the order in which things should be done. */
export function checksOf(facts: CheckedFacts): readonly Check[] {
  const { problems, warnings } = facts;
  return [
    problems.length === 0
      ? {
          mark: 'good',
          says: `${plural(facts.ruleCount, 'rule')} in force; \`caliban perms list --effective\` shows them`,
        }
      : { mark: 'bad', says: 'caliban does not start', todos: problems },
    ...(warnings.length === 0
      ? []
      : [
          {
            mark: 'warning',
            says: `${plural(warnings.length, 'warning')} about files, named below`,
            todos: warnings,
          } as const,
        ]),
    logCheck(facts),
    ...trustChecks(facts),
    ...agentChecks(facts),
    ...facts.unimported.map((found) => importCheck(found, facts.places)),
    ...(problems.length === 0 ? [lintCheck(facts)] : []),
    ...startCheck(facts),
  ];
}

export function todosOf(checks: readonly Check[]): readonly string[] {
  return checks.flatMap(({ todos }) => todos ?? []);
}

function logCheck({ logFile, logProblem }: CheckedFacts): Check {
  if (logProblem === null) return { mark: 'good', says: 'the decision log can be written' };
  const says = `the decision log ${logFile} cannot be written: ${logProblem}`;
  return { mark: 'bad', says, todos: [`make the decision log writable: ${logFile} (${logProblem})`] };
}

function trustChecks({ unaccepted }: CheckedFacts): readonly Check[] {
  if (unaccepted === null) return [];
  const todo = 'look at what this project allows, and accept or refuse it: `caliban trust`';
  return [{ mark: 'warning', says: unacceptedText(unaccepted), todos: [todo] }];
}

function agentChecks({ outside, agentsHere }: CheckedFacts): readonly Check[] {
  const { hosts, models } = outside;
  if (hosts.length > 0) return hosts.map(agentCheck);
  const hasModel = models.some((route) => !('problem' in route));
  if (hasModel) return [{ mark: 'good', says: 'caliban is the agent: a model is set up' }];
  const [agent = 'claude-code'] = agentsHere;
  const says = 'no agent asks caliban, and caliban has no model of its own';
  return [{ mark: 'warning', says, todos: [`connect an agent: \`caliban install ${agent}\`, or set up a model`] }];
}

function agentCheck(wired: OutsideReport['hosts'][number]): Check {
  const { host, scope } = wired;
  const trouble = agentTrouble(wired);
  if (trouble === null) return { mark: 'good', says: `${host} (${scope}): the hook answers` };
  const says = `${host} (${scope}): ${trouble}`;
  return { mark: 'bad', says, todos: [`repair the hook of ${host}: ${repair(wired)}`] };
}

/** Null: its calls reach caliban. */
export function agentTrouble(wired: OutsideReport['hosts'][number]): string | null {
  switch (wired.state) {
    case 'wired':
      return hookTrouble(wired.health, wired.scope);
    case 'other-program':
      return 'it starts another program than this one';
    case 'narrow':
    case 'altered':
    case 'switched-off':
      return standingTrouble(wired, wired.host);
    case 'unreadable':
      return `${wired.file} is unreadable: ${wired.problem}`;
  }
}

function repair({ host, scope, state, file }: OutsideReport['hosts'][number]): string {
  switch (state) {
    case 'wired':
      return scope === 'project' ? 'put `caliban` on the PATH' : `\`caliban install ${host} --scope ${scope}\``;
    case 'other-program':
      return `\`caliban install ${host} --scope ${scope}\``;
    case 'narrow':
    case 'altered':
    case 'switched-off':
    case 'unreadable':
      return `see the line above and ${file}`;
  }
}

function importCheck({ host, file: path, missing, scope }: UnimportedRules, places: CheckedFacts['places']): Check {
  const file = shortPath(path, places);
  const says = `${plural(missing, 'rule')} of ${host} in ${file} ${missing === 1 ? 'is' : 'are'} not among yours`;
  const from = /^[\w./~-]+$/.test(file) ? file : shellQuote(file);
  return {
    mark: 'warning',
    says,
    todos: [`take over ${host}'s rules: \`caliban perms import --from ${from} --scope ${scope}\``],
  };
}

function shortPath(path: string, { cwd, home }: CheckedFacts['places']): string {
  if (path.startsWith(`${cwd}/`)) return path.slice(cwd.length + 1);
  const inHome = path.startsWith(`${home}/`) ? path.slice(home.length) : '';
  return /^[\w./-]+$/.test(inHome) ? `~${inHome}` : path;
}

function lintCheck({ lintFindings }: CheckedFacts): Check {
  if (lintFindings === 0) return { mark: 'good', says: 'lint finds nothing' };
  return {
    mark: 'warning',
    says: `lint has ${plural(lintFindings, 'finding')}`,
    todos: ['look at your rules: `caliban perms lint`'],
  };
}

/** A machine may just be busy, so nothing has to be done. */
function startCheck({ hookStart }: CheckedFacts): readonly Check[] {
  if (hookStart === null) return [];
  const measured = `a hook starts in ${hookStart.hookMs} ms; node alone takes ${hookStart.nodeMs} ms`;
  if (!isSlow(hookStart)) return [{ mark: 'good', says: measured }];
  return [
    {
      mark: 'warning',
      says: `${measured}. Agents wait that long before each call: is NODE_OPTIONS set, or the disk slow?`,
    },
  ];
}
