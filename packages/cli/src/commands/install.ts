import { visible } from '@caliban/gate/internal/text/visible';
import type { Args } from '../command-line/args.ts';
import { changeSetup } from '../install/change-setup.ts';
import { hookProgram } from '../install/hook-program.ts';
import { type InstallTerminal, installRequest } from '../install/install-request.ts';
import { NEXT_STEP } from '../install/next-step.ts';
import { showChange } from '../install/show-change.ts';
import { switchedOffIn } from '../install/switched-off.ts';

/** `caliban install <host>`: from then on that agent's calls are judged by `caliban hook <host>`. */
export async function install(args: Args, terminal: InstallTerminal): Promise<number> {
  const request = installRequest(args, terminal);
  const { host, setup, scope } = request;
  const edit = (text: string | null) => setup.install(text, hookProgram(scope));
  const change = await changeSetup({ ...request, edit }, terminal);
  const done = `${host} asks caliban from now on; ${NEXT_STEP[host]}`;
  showChange({ ...request, change, done, alreadySo: `${host} asks caliban already` }, terminal);
  const switchedOff = switchedOffIn(setup, change.file);
  if (switchedOff !== null)
    terminal.err(`hooks are switched off in ${visible(switchedOff)}; ${host} runs none as long as it says so\n`);
  return 0;
}
