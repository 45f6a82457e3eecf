import { ok } from '@caliban/calls/types';
import type { Args } from '../command-line/args.ts';
import { changeSetup } from '../install/change-setup.ts';
import { type InstallTerminal, installRequest } from '../install/install-request.ts';
import { hasSandbox, uninstallSandbox } from '../install/install-sandbox.ts';
import { showChange } from '../install/show-change.ts';
import { removeHookClient } from '../serve/hook-client-file.ts';

/** `caliban uninstall <host>`: restores the file as it was before. */
export async function uninstall(args: Args, terminal: InstallTerminal): Promise<number> {
  const request = await installRequest(args, terminal);
  const { host, setup } = request;
  if (args.isSet('sandbox')) {
    await uninstallSandbox(request, terminal);
    return 0;
  }
  if (await hasSandbox(request, terminal))
    await uninstallSandbox(request, { ...terminal, ...(request.json ? { out: () => {} } : {}) });
  const edit = (text: string | null) => (text === null || text.trim() === '' ? ok(text) : setup.uninstall(text));
  const change = await changeSetup({ ...request, edit }, terminal);
  if (!request.isDryRun) await removeHookClient(terminal, request.locations);
  const done = `${host} no longer asks caliban`;
  showChange({ ...request, change, done, alreadySo: `${host} does not ask caliban` }, terminal);
  return 0;
}
