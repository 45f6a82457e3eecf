import { HOST_NAMES, type HostName } from '@caliban/adapters/internal/hosts/host-adapter';
import { INSTALL_SCOPES, type InstallScope } from '@caliban/adapters/internal/install/host-setup';
import { HOST_SETUPS } from '@caliban/adapters/internal/install/host-setups';
import { readTextFile } from '@caliban/storage/internal/files/read-text-file';
import type { Terminal } from '../process/terminal.ts';
import { hookProgram } from './hook-program.ts';
import { switchedOffIn } from './switched-off.ts';

/** A host whose configuration names us. */
export type WiredHost = {
  readonly host: HostName;
  readonly scope: InstallScope;
  readonly file: string;
  /** `other-program`: what it starts is not what `caliban install` would have it start, and may be gone. */
  readonly state: 'wired' | 'switched-off' | 'other-program' | 'unreadable';
  /** Why it cannot be read. */
  readonly problem?: string;
};

/** For `caliban doctor`: which agents bring their calls to caliban, user files before those of the workspace. */
export function wiredHosts({ home, env }: Pick<Terminal, 'home' | 'env'>, workspace: string): readonly WiredHost[] {
  return INSTALL_SCOPES.flatMap((scope) =>
    HOST_NAMES.flatMap((host): readonly WiredHost[] => {
      const setup = HOST_SETUPS[host];
      const file = setup.file(scope, { home, env, workspace });
      const text = readTextFile(file);
      if (!text.ok) return [{ host, scope, file, state: 'unreadable', problem: text.error.message }];
      if (text.value === null || text.value.trim() === '') return [];
      const wiring = setup.wiring(text.value);
      if (!wiring.ok) {
        // Somebody else's file may be as broken as it likes, unless we stand in it.
        return text.value.includes('caliban')
          ? [{ host, scope, file, state: 'unreadable', problem: wiring.error }]
          : [];
      }
      if (wiring.value === 'not-wired') return [];
      if (wiring.value === 'switched-off' || switchedOffIn(setup, file) !== null)
        return [{ host, scope, file, state: 'switched-off' }];
      const wanted = setup.install(text.value, hookProgram(scope));
      return [{ host, scope, file, state: wanted.ok && wanted.value === text.value ? 'wired' : 'other-program' }];
    }),
  );
}
