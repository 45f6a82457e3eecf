import type { HostAdapter } from '@caliban/adapters';
import { claudeCode } from '@caliban/adapters/internal/hosts/claude-code';

/** The host that calls most often is at hand; the others wait in one file, and none of them pays for all. */
export async function adapterFor(host: string): Promise<HostAdapter | undefined> {
  if (host === claudeCode.name) return claudeCode;
  const { OTHER_ADAPTERS } = await import('./other-adapters.ts');
  return OTHER_ADAPTERS.find(({ name }) => name === host);
}
