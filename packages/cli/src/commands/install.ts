import type { HostName } from '@caliban/adapters/internal/hosts/host-adapter';
import { visible } from '@caliban/gate/internal/text/visible';
import type { Args } from '../command-line/args.ts';
import { changeSetup } from '../install/change-setup.ts';
import { hookProgram } from '../install/hook-program.ts';
import { type InstallTerminal, installRequest } from '../install/install-request.ts';
import { NEXT_STEP } from '../install/next-step.ts';
import { showChange } from '../install/show-change.ts';
import { switchedOffIn } from '../install/switched-off.ts';
import { hookTrouble, tryHook } from '../install/try-hook.ts';

/** `caliban install <host>`: from then on that agent's calls are judged by `caliban hook <host>`. */
export async function install(args: Args, terminal: InstallTerminal): Promise<number> {
  const request = installRequest(args, terminal);
  const { host, setup, scope, isDryRun } = request;
  const edit = (text: string | null) => setup.install(text, hookProgram(scope));
  const change = await changeSetup({ ...request, edit }, terminal);
  const done = `${host} asks caliban from now on; ${NEXT_STEP[host]}`;
  showChange({ ...request, change, done, alreadySo: `${host} asks caliban already` }, terminal);
  const switchedOff = switchedOffIn(setup, change.file);
  if (switchedOff !== null)
    terminal.err(`hooks are switched off in ${visible(switchedOff)}; ${host} runs none as long as it says so\n`);
  if (scope === 'project' && !isDryRun) await complainOfName(host, terminal);
  return 0;
}

/** In a project's files the program is found by its name, and whoever works there has to have it. */
async function complainOfName(host: HostName, terminal: InstallTerminal): Promise<void> {
  const trouble = hookTrouble(await tryHook(host, hookProgram('project').words, terminal), 'project');
  if (trouble !== null) terminal.err(`${trouble}\n`);
}
