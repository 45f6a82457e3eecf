import type { HostName } from '@caliban/adapters/internal/hosts/host-adapter';
import { visible } from '@caliban/gate/internal/text/visible';
import type { Args } from '../command-line/args.ts';
import { changeSetup, type SetupChange } from '../install/change-setup.ts';
import { hookProgram } from '../install/hook-program.ts';
import { type HookStanding, hookStanding, standingTrouble } from '../install/hook-standing.ts';
import { type InstallRequest, type InstallTerminal, installRequest } from '../install/install-request.ts';
import { NEXT_STEP } from '../install/next-step.ts';
import { showChange } from '../install/show-change.ts';
import { hookTrouble, tryHook } from '../install/try-hook.ts';

/** `caliban install <host>`: from then on that agent's calls are judged by `caliban hook <host>`. */
export async function install(args: Args, terminal: InstallTerminal): Promise<number> {
  const request = installRequest(args, terminal);
  const { host, setup, scope, isDryRun } = request;
  const program = args.isSet('no-answers')
    ? { ...hookProgram(scope), recordsAnswers: false as const }
    : hookProgram(scope);
  const edit = (text: string | null) => setup.install(text, program);
  const change = await changeSetup({ ...request, edit }, terminal);
  const standing = standingIn(change, request, terminal);
  const trouble = standing.state === 'wired' ? null : standingTrouble(standing, host);
  const [done, alreadySo] =
    trouble === null
      ? [`${host} asks caliban from now on; ${NEXT_STEP[host]}`, `${host} asks caliban already`]
      : ['the hook is there', 'the hook is there already'];
  showChange({ ...request, change, standing, done, alreadySo }, terminal);
  if (trouble !== null) terminal.err(`${visible(trouble)}\n`);
  if (scope === 'project' && !isDryRun) await complainOfName(host, terminal);
  return 0;
}

function standingIn({ after }: SetupChange, request: InstallRequest, { home, env }: InstallTerminal): HookStanding {
  const { setup, scope, locations } = request;
  const places = { home, env, workspace: locations.workspace };
  const standing = hookStanding(setup, { scope, places, text: after ?? '' });
  return (standing.ok ? standing.value : null) ?? { state: 'wired' };
}

/** In a project's files the program is found by its name, and whoever works there has to have it. */
async function complainOfName(host: HostName, terminal: InstallTerminal): Promise<void> {
  const trouble = hookTrouble(await tryHook(host, hookProgram('project').words, terminal), 'project');
  if (trouble !== null) terminal.err(`${trouble}\n`);
}
