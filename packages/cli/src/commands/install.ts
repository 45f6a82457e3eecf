import type { Args } from '../args.ts';
import { changeSetup } from '../install/change-setup.ts';
import { hookProgram } from '../install/hook-program.ts';
import { installRequest } from '../install/install-request.ts';
import { NEXT_STEP } from '../install/next-step.ts';
import { showChange } from '../install/show-change.ts';
import type { Terminal } from '../terminal.ts';

/** `caliban install <host>`: from then on that agent's calls are judged by `caliban hook <host>`. */
export async function install(args: Args, terminal: Terminal): Promise<number> {
  const request = installRequest(args, terminal);
  const { host, setup, scope } = request;
  const edit = (text: string | null) => setup.install(text, hookProgram(scope));
  const change = await changeSetup({ ...request, edit }, terminal);
  const done = `${host} asks caliban from now on; ${NEXT_STEP[host]}`;
  showChange({ ...request, change, done, alreadySo: `${host} asks caliban already` }, terminal);
  return 0;
}
