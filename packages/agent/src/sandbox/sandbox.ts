import type { Result } from '@caliban/calls';
import { errorText } from '@caliban/calls/text';
import { fail, ok } from '@caliban/calls/types';
import type { ConfinementPlan, Rule } from '@caliban/gate';
import { type Confinement, type ConfinementContext, createPlanner } from '@caliban/gate/confinement';
import type { ConfinedRun } from '@caliban/gate/types';
import type { Backend, OpenBackend } from './backend.ts';
import { bubblewrapBackend } from './bubblewrap-backend.ts';
import { type Launch, type Launcher, type LaunchOptions, type Program, unconfined } from './launch.ts';

export type SandboxOptions = {
  /**
   * `require`: a program that can't be confined doesn't run. `prefer`: it runs unconfined, and `report` is called once. `off`:
   * only programs that must not run otherwise are confined.
   */
  readonly mode: 'off' | 'prefer' | 'require';
  /** The rules that apply now, in order; they may change during a session. */
  readonly rules: () => readonly Rule[];
  readonly context: ConfinementContext;
  readonly report: (message: string) => void;
  /** A program is confined by the first backend that can enforce all rules. */
  readonly backends?: readonly Backend[];
};

export interface Sandbox extends Launcher {
  /** Null if programs can be confined now, else the reason. */
  problem(): Promise<string | null>;
  /** How a command is about to run. */
  planFor(confined: ConfinedRun | undefined): Promise<ConfinementPlan>;
  /** Call it when nothing it has started is running any more. */
  close(): Promise<void>;
}

/** Starts every program confined by the rules. */
export function createSandbox({ mode, rules, context, report, backends }: SandboxOptions): Sandbox {
  const openBackends: OpenBackend[] = [];
  const candidates = (backends ?? [bubblewrapBackend({ home: context.home, realPath: context.disk.realPath })]).map(
    (backend) => openedOnce(backend, openBackends),
  );
  const plan = createPlanner(context);
  const reported = new Set<string>();

  return {
    async prepare(program, options) {
      if (mode === 'off' && options.confined === undefined) return ok(unconfined(program));
      const launch = await confined(program, options);
      if (launch.ok) return launch;
      if (options.confined !== undefined)
        return fail(`not run: it is allowed only if it runs confined, and ${launch.error}`);
      if (mode === 'require') return fail(`not run: \`[sandbox] mode = "require"\`, and ${launch.error}`);
      reportOnce(`commands run unconfined: ${launch.error}`);
      return ok(unconfined(program));
    },
    async problem() {
      const plan = await checked(undefined);
      return plan.ok ? null : plan.error;
    },
    async planFor(run) {
      if (mode === 'off' && run === undefined) return { kind: 'runs', confined: undefined };
      const plan = await checked(run);
      if (plan.ok) return { kind: 'runs', confined: run === 'without-network' ? run : 'yes' };
      if (mode === 'require' || run !== undefined) return { kind: 'refused', problem: plan.error };
      return { kind: 'runs', confined: 'no' };
    },
    async close() {
      await Promise.all(openBackends.map((backend) => backend.close()));
    },
  };

  async function confined(program: Program, options: LaunchOptions): Promise<Result<Launch, string>> {
    const plan = await planned(options.confined);
    return plan.ok ? plan.value.backend.launch(program, plan.value.profile, options) : plan;
  }

  async function planned(run: ConfinedRun | undefined): Promise<Result<Planned, string>> {
    try {
      const byRules = plan(rules());
      const profile: Confinement = run === 'without-network' ? { ...byRules, network: 'none' } : byRules;
      const fatal = profile.inexpressible.find(({ isFatal }) => isFatal);
      if (fatal !== undefined) return fail(`the profile is too large: ${fatal.reason}`);
      const backend = await backendFor(profile, { isRequired: mode === 'require' || run !== undefined });
      return backend.ok ? ok({ backend: backend.value, profile }) : backend;
    } catch (error) {
      return fail(`the rules can't be turned into a profile: ${errorText(error)}`);
    }
  }

  /** Also checks that the profile can be applied, which a launch finds out by itself. */
  async function checked(run: ConfinedRun | undefined): Promise<Result<Planned, string>> {
    const plan = await planned(run);
    const problem = plan.ok ? plan.value.backend.problem(plan.value.profile) : null;
    return problem === null ? plan : fail(problem);
  }

  /** The first that can enforce everything; if confinement is only preferred, else the first that works. */
  async function backendFor(
    profile: Confinement,
    { isRequired }: { readonly isRequired: boolean },
  ): Promise<Result<OpenBackend, string>> {
    const problems: string[] = [];
    const lacking: { readonly backend: OpenBackend; readonly message: string }[] = [];
    for (const open of candidates) {
      const backend = await open();
      if (!backend.ok) {
        problems.push(backend.error);
        continue;
      }
      const lack = backend.value.lacks(profile);
      if (lack === null) return backend;
      problems.push(lack.what);
      lacking.push({ backend: backend.value, message: `${lack.what}; ${lack.instead}` });
    }
    const [first] = lacking;
    if (isRequired || first === undefined) return fail(problems.join('; '));
    reportOnce(first.message);
    return ok(first.backend);
  }

  function reportOnce(message: string): void {
    if (reported.has(message)) return;
    reported.add(message);
    report(message);
  }
}

type Planned = { readonly backend: OpenBackend; readonly profile: Confinement };

/** A backend that doesn't work is tried again: it may be installed later. */
function openedOnce(backend: Backend, openBackends: OpenBackend[]): () => Promise<Result<OpenBackend, string>> {
  let opened: Promise<Result<OpenBackend, string>> | null = null;
  return async () => {
    opened ??= backend.open();
    const result = await opened;
    if (!result.ok) opened = null;
    else if (!openBackends.includes(result.value)) openBackends.push(result.value);
    return result;
  };
}
