import { HOST_NAMES, type HostName } from '@caliban/adapters/internal/hosts/host-adapter';
import { INSTALL_SCOPES, type InstallScope } from '@caliban/adapters/internal/install/host-setup';
import { HOST_SETUPS } from '@caliban/adapters/internal/install/host-setups';
import { MANAGED_SETUPS } from '@caliban/adapters/internal/install/managed-setups';
import { readTextFile } from '@caliban/storage/internal/files/read-text-file';
import type { Terminal } from '../process/terminal.ts';
import { hookProgram } from './hook-program.ts';
import { type HookStanding, hookStanding } from './hook-standing.ts';

/** A host whose configuration names us. */
export type WiredHost = { readonly host: HostName; readonly scope: InstallScope; readonly file: string } & (
  | HookStanding
  /** What it starts is not what `caliban install` would have it start, and may be gone. */
  | { readonly state: 'other-program' }
  | { readonly state: 'unreadable'; readonly problem: string }
);

const SCOPES: readonly InstallScope[] = ['managed', ...INSTALL_SCOPES];

/** For `caliban doctor`: which agents bring their calls to caliban, user files before those of the workspace. */
export function wiredHosts({ home, env }: Pick<Terminal, 'home' | 'env'>, workspace: string): readonly WiredHost[] {
  return SCOPES.flatMap((scope) =>
    HOST_NAMES.flatMap((host): readonly WiredHost[] => {
      const setup = scope === 'managed' ? MANAGED_SETUPS[host] : HOST_SETUPS[host];
      if (setup === undefined) return [];
      const places = { home, env, workspace };
      const file = setup.file(scope, places);
      const text = readTextFile(file);
      if (!text.ok) return [{ host, scope, file, state: 'unreadable', problem: text.error.message }];
      if (text.value === null || text.value.trim() === '') return [];
      const standing = hookStanding(setup, { scope, places, text: text.value });
      if (!standing.ok) {
        // Somebody else's file may be as broken as it likes, unless we stand in it.
        return text.value.includes('caliban')
          ? [{ host, scope, file, state: 'unreadable', problem: standing.error }]
          : [];
      }
      if (standing.value === null) return [];
      if (standing.value.state === 'switched-off') return [{ host, scope, file, ...standing.value }];
      const wanted = setup.install(text.value, hookProgram(scope));
      const isCurrent = wanted.ok && wanted.value === text.value;
      return [{ host, scope, file, ...(isCurrent ? standing.value : { state: 'other-program' }) }];
    }),
  );
}
