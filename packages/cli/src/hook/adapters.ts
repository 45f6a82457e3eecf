import { HOST_NAMES, HOSTS, type HostAdapter } from '@caliban/adapters';
import { claudeCode } from '@caliban/adapters/hosts';

/** The most frequent host's adapter is part of the hook's own file. Of the others, only the one that calls is loaded. */
export async function adapterFor(host: string): Promise<HostAdapter | undefined> {
  if (host === claudeCode.name) return claudeCode;
  const name = HOST_NAMES.find((each) => each === host);
  return name === undefined ? undefined : HOSTS[name].loadAdapter();
}
