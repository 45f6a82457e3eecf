import { plural } from '@caliban/calls/text';
import { shellQuote } from '@caliban/gate/ask';
import type { Unaccepted } from '@caliban/storage/trust';
import { hookStatusProblem } from '../install/hook-status.ts';
import type { InstalledSandbox } from '../install/host-sandboxes.ts';
import { hookTrouble } from '../install/try-hook.ts';
import type { NotifyReport } from '../notify/notifier.ts';
import { shortPath } from '../output/short-path.ts';
import { unacceptedText } from '../policy/unaccepted.ts';
import type { SandboxFacts } from '../sandbox/sandbox-facts.ts';
import { backendText } from '../sandbox/sandbox-text.ts';
import { type HookStart, isSlow } from './hook-start.ts';
import type { OutsideReport } from './outside-report.ts';
import type { UnimportedRules } from './unimported-rules.ts';

/** One check. Without `todos` nothing has to be done. */
export type Check = {
  readonly mark: 'good' | 'warning' | 'bad';
  readonly says: string;
  readonly todos?: readonly string[];
};

export type CheckedFacts = {
  /** Why caliban wouldn't start; each says what to write. */
  readonly problems: readonly string[];
  readonly warnings: readonly string[];
  readonly ruleCount: number;
  /** What the project's own files allow and this user hasn't accepted. */
  readonly unaccepted: Pick<Unaccepted, 'count' | 'isChanged'> | null;
  readonly lintFindings: number;
  readonly logFile: string;
  readonly logProblem: string | null;
  readonly outside: Pick<OutsideReport, 'hosts' | 'models'>;
  /** Agents on this machine that caliban supports. */
  readonly agentsHere: readonly string[];
  readonly unimported: readonly UnimportedRules[];
  /** Paths below these are shortened. */
  readonly places: { readonly cwd: string; readonly home: string };
  readonly hookStart: HookStart;
  /** Reports of this user's server, if one runs. */
  readonly notify: readonly NotifyReport[];
  /** Null if no policy loads. */
  readonly sandbox: Pick<SandboxFacts, 'mode' | 'backends' | 'secrets'> | null;
  /** Sandboxes of other agents, compiled from our rules. */
  readonly hostSandboxes: readonly InstalledSandbox[];
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
    ...sandboxCheck(facts),
    ...secretsCheck(facts),
    ...facts.hostSandboxes.map(hostSandboxCheck),
    ...startCheck(facts),
    ...facts.notify.flatMap(notifyCheck),
  ];
}

export function todosOf(checks: readonly Check[]): readonly string[] {
  return checks.flatMap(({ todos }) => todos ?? []);
}

function notifyCheck({ way, failed, problem }: NotifyReport): readonly Check[] {
  if (problem === null) return [{ mark: 'good', says: `questions are announced by ${way}` }];
  const says = `${plural(failed, 'notification')} by ${way} failed: ${problem}`;
  return [{ mark: 'warning', says, todos: [`repair [[notify]] in your settings.toml (${way}: ${problem})`] }];
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
  const says = 'no agent asks caliban, and caliban has no model';
  return [{ mark: 'warning', says, todos: [`connect an agent: \`caliban install ${agent}\`, or set up a model`] }];
}

function agentCheck(wired: OutsideReport['hosts'][number]): Check {
  const { host, scope } = wired;
  const trouble = agentTrouble(wired);
  if (trouble === null) {
    const how = wired.isWarm === true ? ', and starts no Node while `caliban serve` runs' : '';
    return { mark: 'good', says: `${host} (${scope}): the hook answers${how}` };
  }
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
    case 'other-wait':
      return 'it does not wait for answers as `wait_seconds` below [inbox] says';
    case 'narrow':
    case 'altered':
    case 'switched-off':
      return hookStatusProblem(wired, wired.host);
    case 'unreadable':
      return `${wired.file} is unreadable: ${wired.problem}`;
  }
}

function repair({ host, scope, state, file, isWarm }: OutsideReport['hosts'][number]): string {
  switch (state) {
    case 'wired':
      return scope === 'project' ? 'put `caliban` on the PATH' : `\`caliban install ${host} --scope ${scope}\``;
    case 'other-program':
    case 'other-wait':
      return `\`caliban install ${host} --scope ${scope}${isWarm === true ? ' --warm' : ''}\``;
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

function lintCheck({ lintFindings }: CheckedFacts): Check {
  if (lintFindings === 0) return { mark: 'good', says: 'lint finds nothing' };
  return {
    mark: 'warning',
    says: `lint has ${plural(lintFindings, 'finding')}`,
    todos: ['look at your rules: `caliban perms lint`'],
  };
}

/** If no one has switched the sandbox on, a machine that can't confine isn't a problem. */
function sandboxCheck({ sandbox }: CheckedFacts): readonly Check[] {
  if (sandbox === null) return [];
  const { mode, backends } = sandbox;
  const here = backends.map(backendText).join('; ');
  const says = `sandbox: ${mode?.value ?? 'off'}; ${here}`;
  const isOff = mode === undefined || mode.value === 'off';
  if (isOff || backends.some(({ problem, lack }) => problem === null && lack === null)) return [{ mark: 'good', says }];
  const [first] = backends;
  const missing = backends.findLast(({ problem }) => problem !== null)?.problem;
  const what = missing ?? first?.lack ?? 'nothing here can confine a command';
  const effect = mode.value === 'require' ? 'no command runs' : 'commands are not confined as the rules say';
  return [
    {
      mark: mode.value === 'require' ? 'bad' : 'warning',
      says,
      todos: [`make the sandbox work, or ${effect}: ${what}`],
    },
  ];
}

/** A variable that isn't set here may be set elsewhere. */
function secretsCheck({ sandbox }: CheckedFacts): readonly Check[] {
  const { secrets = [], mode } = sandbox ?? {};
  const [first] = secrets;
  if (first === undefined) return [];
  const says = `sandbox: ${plural(secrets.length, 'secret')} to mask`;
  if (mode === undefined || mode.value === 'off') {
    const todo = `switch the sandbox on, or nothing is masked: \`[sandbox] mode = "prefer"\` in ${first.file}`;
    return [{ mark: 'warning', says: `${says}, but the sandbox is off`, todos: [todo] }];
  }
  const problems = secrets.flatMap(({ what, problem }) => (problem === null ? [] : [`${what}: ${problem}`]));
  return [{ mark: 'good', says: problems.length === 0 ? says : `${says} (${problems.join('; ')})` }];
}

function hostSandboxCheck({ host, scope, file, state }: InstalledSandbox): Check {
  const where = `${host} (${scope}): its sandbox`;
  switch (state) {
    case 'current':
      return { mark: 'good', says: `${where} is as the rules say` };
    case 'stale': {
      const todo = `compile it again: \`caliban install ${host} --sandbox --scope ${scope}\``;
      return { mark: 'warning', says: `${where} was compiled before rules or files changed`, todos: [todo] };
    }
    case 'edited':
      return { mark: 'good', says: `${where} was changed by hand in ${file}; caliban leaves it alone` };
  }
}

/** The machine may just be busy, so nothing has to be done. */
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
