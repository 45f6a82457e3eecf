import type { MaskedSecret } from '@caliban/agent/sandbox';
import { absolutePath } from '@caliban/calls';
import type { SecretSetting, Sourced } from '@caliban/storage';
import { realPath } from '../paths/real-path.ts';

/** Of two about the same file, the first applies. */
export function maskedSecrets(
  settings: readonly Sourced<SecretSetting>[] | undefined,
  home: string,
): readonly MaskedSecret[] {
  const secrets = new Map<string, MaskedSecret>();
  for (const { value } of settings ?? []) {
    const source = sourceOf(value, home);
    const key = source.kind === 'variable' ? source.name : realPath(source.path);
    const { extract, hosts } = value;
    if (!secrets.has(key)) secrets.set(key, { source, extract, hosts });
  }
  return [...secrets.values()];
}

function sourceOf({ env, file = '' }: SecretSetting, home: string): MaskedSecret['source'] {
  if (env !== undefined) return { kind: 'variable', name: env };
  return { kind: 'file', path: absolutePath(file, { home: absolutePath(home) }) };
}
