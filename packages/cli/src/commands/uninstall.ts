import { ok } from '@caliban/gate/internal/types/result';
import type { Args } from '../command-line/args.ts';
import { changeSetup } from '../install/change-setup.ts';
import { type InstallTerminal, installRequest } from '../install/install-request.ts';
import { showChange } from '../install/show-change.ts';

/** `caliban uninstall <host>`: the file is as it was before. */
export async function uninstall(args: Args, terminal: InstallTerminal): Promise<number> {
  const request = installRequest(args, terminal);
  const { host, setup } = request;
  const edit = (text: string | null) => (text === null || text.trim() === '' ? ok(text) : setup.uninstall(text));
  const change = await changeSetup({ ...request, edit }, terminal);
  const done = `${host} no longer asks caliban`;
  showChange({ ...request, change, done, alreadySo: `${host} does not ask caliban` }, terminal);
  return 0;
}
